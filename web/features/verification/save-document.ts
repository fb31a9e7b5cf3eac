/** Downloads documents. The call needs the session's token, so a plain link would not work. */
import type { PlayerDocument } from '#contract/verification.ts'
import { fileCall } from '../../api/file-call.ts'

/** The object URL must remain valid while the browser writes the file to a slow disk. */
const revokeAfterMs = 60_000

export async function saveDocument({ id, name }: Pick<PlayerDocument, 'id' | 'name'>): Promise<void> {
  await saveFile(`/api/player/documents/${id}/file`, name)
}

/** Downloads a file of the player from an address that requires the token. */
export async function saveFile(path: string, name: string): Promise<void> {
  const answer = await fileCall('GET /api/player/documents/{id}/file', path)
  const address = URL.createObjectURL(await answer.blob())
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), revokeAfterMs)
}
