/** Receives the parts of an upload: the file is stored as it arrives and inspected there. A refused file is deleted. */
import { documentLimits, type DocumentMimeType } from '#contract/fields/document-limits.ts'
import { documentTypes } from '#contract/verification.ts'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { UploadCtx } from '../../../http/bind.ts'
import { type DocumentFault, documentMessage } from './document-words.ts'
import { inspectFile } from './inspect-file.ts'

export type Received = { type: (typeof documentTypes)[number]; name: string; mimeType: DocumentMimeType; size: number }
type Refusal = 'fieldsInvalid' | 'fileRefused'
type Arrived = { type: string | null; fileName: string | null; size: number; isCut: boolean }

/** `id` names the file in the store; the caller deletes it if the document is refused. */
export async function receiveFile(ctx: UploadCtx, id: string): Promise<Result<Received, Refusal>> {
  const { upload } = ctx
  // Space for the other parts and their headers.
  if ((upload.declaredBytes ?? 0) > documentLimits.maxBytes + 64 * 1024) return refuseFile(ctx, 'fileTooLarge')
  if (!upload.isMultipart) return invalid(ctx, 'file', 'fileMissing')
  const arrived = await takeParts(ctx, id)
  if (arrived.isCut) return refuseFile(ctx, 'fileTooLarge')
  const type = documentTypes.find((known) => known === arrived.type)
  if (!type) return invalid(ctx, 'type', 'typeMissing')
  if (arrived.fileName === null || arrived.size === 0) return invalid(ctx, 'file', 'fileMissing')
  const mimeType = await inspectStored(ctx, id)
  if ('fault' in mimeType) return refuseFile(ctx, mimeType.fault)
  return ok({ type, name: shownName(arrived.fileName), size: arrived.size, ...mimeType })
}

async function takeParts({ upload, partners }: UploadCtx, id: string): Promise<Arrived> {
  const arrived: Arrived = { type: null, fileName: null, size: 0, isCut: false }
  for await (const part of upload.parts({ fileBytes: documentLimits.maxBytes })) {
    if (part.kind === 'field') {
      if (part.name === 'type') arrived.type = part.value
    } else if (part.name === 'file') {
      arrived.fileName = part.fileName
      arrived.size = await partners.storage.put(id, part.bytes)
      arrived.isCut = part.isCut()
    }
  }
  return arrived
}

async function inspectStored({ partners }: UploadCtx, id: string) {
  const file = await partners.storage.open(id)
  if (!file) throw new Error('a file that was just written is missing')
  try {
    return await inspectFile(file)
  } finally {
    await file.close()
  }
}

/** The last segment of any path in the name, without control and bidirectional characters; never empty. */
function shownName(fileName: string): string {
  const last = fileName
    .toWellFormed()
    .split(/[/\\]/)
    .at(-1)!
    .replaceAll(/[\p{C}\u2028\u2029]/gu, '')
    .trim()
  return [...last].slice(-100).join('') || 'document'
}

function invalid(ctx: UploadCtx, field: string, fault: DocumentFault) {
  return refuse('fieldsInvalid', { fields: { [field]: [documentMessage(ctx, fault)] } })
}

function refuseFile(ctx: UploadCtx, fault: DocumentFault) {
  return refuse('fileRefused', { fields: { file: [documentMessage(ctx, fault)] } })
}
