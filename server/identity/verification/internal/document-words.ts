/** Messages about documents in the caller's language, from the operator's `fields-settings` content. */
import { documentLimits } from '#contract/fields/document-limits.ts'
import { fillMessage } from '#contract/fields/messages.ts'
import type { Ctx } from '../../../deps.ts'
import type { UploadFault } from '../../../kernel/receive-upload.ts'

export type DocumentFault = UploadFault | 'typeMissing' | 'tooMany'

const megabyte = 1024 * 1024
const values = {
  megabytes: documentLimits.maxBytes / megabyte,
  count: documentLimits.maxCount,
  total: documentLimits.maxTotalBytes / megabyte,
  megapixels: documentLimits.maxPixels / 1e6,
}

export function documentMessage(ctx: Ctx, fault: DocumentFault): string {
  const { documents = {} } = ctx.content.read(ctx.caller.locale, 'fields-settings') as {
    documents?: Record<string, string>
  }
  return fillMessage(documents[fault] ?? fault, values)
}
