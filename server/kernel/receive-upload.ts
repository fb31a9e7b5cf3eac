/** Receives an uploaded file: it is stored while it arrives and then inspected in the store. */
import { type DocumentMimeType, documentLimits } from '#contract/fields/document-limits.ts'
import { cleanText } from '#contract/fields/text.ts'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { UploadCtx } from './http/bind.ts'
import { type FileFault, inspectFile } from './inspect-file.ts'

export type ReceivedFile = { name: string; mimeType: DocumentMimeType; size: number }
export type UploadFault = FileFault | 'fileMissing' | 'fileTooLarge'
/** `fields`: the other parts of the form. `file` has a fault if it is refused; the caller then deletes it. */
export type ReceivedUpload = { fields: Map<string, string>; file: Result<ReceivedFile, UploadFault> }

/** `id` names the file in the store. */
export async function receiveUpload({ upload, partners }: UploadCtx, id: string): Promise<ReceivedUpload> {
  const fields = new Map<string, string>()
  const answer = (file: ReceivedUpload['file']) => ({ fields, file })
  // The allowance is for the other parts and their headers.
  if ((upload.declaredBytes ?? 0) > documentLimits.maxBytes + 64 * 1024) return answer(refuse('fileTooLarge'))
  if (!upload.isMultipart) return answer(refuse('fileMissing'))
  let arrived: { name: string; size: number; isCut: boolean } | null = null
  for await (const part of upload.parts({ fileBytes: documentLimits.maxBytes })) {
    if (part.kind === 'field') fields.set(part.name, part.value)
    else if (part.name === 'file') {
      const size = await partners.storage.put(id, part.bytes)
      arrived = { name: part.fileName, size, isCut: part.isCut() }
    }
  }
  if (arrived?.isCut) return answer(refuse('fileTooLarge'))
  if (!arrived || arrived.size === 0) return answer(refuse('fileMissing'))
  const inspected = await inspectStored(partners, id)
  if ('fault' in inspected) return answer(refuse(inspected.fault))
  return answer(ok({ name: shownName(arrived.name), size: arrived.size, mimeType: inspected.mimeType }))
}

async function inspectStored({ storage }: UploadCtx['partners'], id: string) {
  const file = await storage.open(id)
  if (!file) throw new Error('a file that was just written is missing')
  try {
    return await inspectFile(file)
  } finally {
    await file.close()
  }
}

/** The last segment of any path in the name, without control and invisible characters; never empty. */
function shownName(fileName: string): string {
  const last = cleanText(
    fileName
      .toWellFormed()
      .split(/[/\\]/)
      .at(-1)!
      .replaceAll(/(?![\u200c\u200d])[\p{C}\u2028\u2029]/gu, ''),
  ).trim()
  return [...last].slice(-100).join('') || 'document'
}
