/** Receives the parts of an upload: the document's type and its file. A refused file is deleted by the caller. */
import { documentTypes } from '#contract/verification.ts'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { UploadCtx } from '../../../kernel/http/bind.ts'
import { type ReceivedFile, receiveUpload } from '../../../kernel/receive-upload.ts'
import { type DocumentFault, documentMessage } from './document-words.ts'

export type Received = ReceivedFile & { type: (typeof documentTypes)[number] }
type Refusal = 'fieldsInvalid' | 'fileRefused'

/** `id` names the file in the store. */
export async function receiveFile(ctx: UploadCtx, id: string): Promise<Result<Received, Refusal>> {
  const { fields, file } = await receiveUpload(ctx, id)
  if (!file.ok && file.refusal === 'fileTooLarge') return refuseFile(ctx, file.refusal)
  const type = documentTypes.find((known) => known === fields.get('type'))
  if (!type && ctx.upload.isMultipart) return invalid(ctx, 'type', 'typeMissing')
  if (!file.ok)
    return file.refusal === 'fileMissing' ? invalid(ctx, 'file', 'fileMissing') : refuseFile(ctx, file.refusal)
  return ok({ type: type!, ...file.value })
}

function invalid(ctx: UploadCtx, field: string, fault: DocumentFault) {
  return refuse('fieldsInvalid', { fields: { [field]: [documentMessage(ctx, fault)] } })
}

function refuseFile(ctx: UploadCtx, fault: DocumentFault) {
  return refuse('fileRefused', { fields: { file: [documentMessage(ctx, fault)] } })
}
