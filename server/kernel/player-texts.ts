/** Form messages in the caller's language, from the operator's `fields-settings` content. */
import { fillMessage, type Messages } from '#contract/fields/messages.ts'
import type { Ctx } from '../deps.ts'

export type Notice =
  | 'wrongCredentials'
  | 'tooManyAttempts'
  | 'emailTaken'
  | 'passwordTooCommon'
  | 'passwordsDiffer'
  | 'countryNotOffered'
  | 'currencyNotOffered'
  | 'currencySwitchedOff'
  | 'betIsOpen'
  | 'sessionEndedByExclusion'
  | 'sessionEndedByPassword'
  | 'bonusCodeUnknown'
  | 'localeNotOffered'
  | 'optionNotOffered'
  | 'fieldVerified'
  | 'nameReserved'
  | 'lockedFor'
  | 'strangersRefused'
  | 'phoneTakesNoTexts'
  | 'codeInvalid'
  | 'factorWrong'
  | 'factorUnreadable'
  | 'factorUsed'
  | 'codeLimit'
  | 'noTextMessages'
  | 'passwordNotRight'
  | 'phoneNotYours'
  | 'tooManyBreaks'
  | 'captchaFailed'
  | 'tooYoung'
  | 'countryRestricted'

export type PlayerTexts = {
  messages: Messages
  nameOf(fieldId: string): string
  notice(name: Notice, values?: Record<string, number>): string
}

export function playerTexts(ctx: Ctx): PlayerTexts {
  const files = ctx.content.read(ctx.caller.locale, 'fields-settings') as {
    messages?: Messages
    notices?: Messages
    fields?: Record<string, { label?: string }>
  }
  const nameOf = (fieldId: string) => files.fields?.[fieldId]?.label ?? fieldId
  return {
    messages: files.messages ?? {},
    nameOf,
    notice: (name, values = {}) => fillMessage(files.notices?.[name] ?? name, values),
  }
}

/** Whole minutes to wait, at least one. */
export function minutesUntil(then: Date, now: Date): number {
  return Math.max(1, Math.ceil((then.getTime() - now.getTime()) / 60_000))
}
