/** Saves the file of a call. The call needs the session's token, so a plain link would not work. */
import type { Route } from '#contract/api.ts'
import { fileCall } from './file-call.ts'

/** The object URL must remain valid while the browser writes the file to a slow disk. */
const revokeAfterMs = 60_000

/** The answer names the file; `fallback` is its name if it does not. */
export async function saveFile(route: Route, path: string, fallback: string): Promise<void> {
  const answer = await fileCall(route, path)
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? fallback
  saveBlob(await answer.blob(), name)
}

export function saveBlob(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), revokeAfterMs)
}
