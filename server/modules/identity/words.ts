/** What the forms say, in the caller's language: the operator's `fields-settings` content. */
import type { Messages } from '#contract/fields/messages.ts'
import type { Ctx } from '../../deps.ts'

type Notice = 'wrongCredentials' | 'tooManyAttempts' | 'emailTaken' | 'passwordTooCommon' | 'passwordsDiffer' | 'countryNotOffered' | 'currencyNotOffered' | 'localeNotOffered'

export type Words = { messages: Messages; nameOf(fieldId: string): string; say(notice: Notice): string }

export function words(ctx: Pick<Ctx, 'content' | 'caller'>): Words {
  const files = ctx.content.read(ctx.caller.locale, 'fields-settings') as { messages?: Messages; notices?: Messages; fields?: Record<string, { label?: string }> }
  const nameOf = (fieldId: string) => files.fields?.[fieldId]?.label ?? fieldId
  return {
    messages: files.messages ?? {},
    nameOf,
    say: (notice) => files.notices?.[notice] ?? notice,
  }
}
