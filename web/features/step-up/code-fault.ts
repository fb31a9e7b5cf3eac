/** The error of a submitted proof: a wrong code stays wrong, while one that was already used has a time to wait. */
import * as HttpStatus from '#contract/statuses.ts'
import type { ApiError } from '../../api/client.ts'

export type CodeFault = {
  text: string | undefined
  /** Seconds until the app shows a code that has not been used. */
  nextCodeIn?: number
}

/** Only refused proofs and limits come with a text for the player. */
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
