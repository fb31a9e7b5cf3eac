/** Explains the error of a submitted proof. For a code that was already used, it also returns the time to wait. */
import * as HttpStatus from '#contract/statuses.ts'
import type { ApiError } from '../../api/client.ts'

export type CodeFault = {
  text: string | undefined
  /** Seconds until the app shows a code that has not been used. */
  nextCodeIn?: number
}

/** The server's message is shown only for refused proofs and limits. */
export function codeFaultOf(
  { status, code, message, fields, retryAfterSeconds }: ApiError,
  t: (key: 'codeUsed' | 'somethingWrong') => string,
): CodeFault {
  if (status === HttpStatus.tooManyRequests) return { text: message }
  if (code !== wrongCode) return { text: t('somethingWrong') }
  if (retryAfterSeconds !== undefined) return { text: t('codeUsed'), nextCodeIn: retryAfterSeconds }
  return { text: fields.proof?.[0] ?? message }
}

const wrongCode = 12002
