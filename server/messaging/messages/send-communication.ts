/** Stores a message from a guest or player to support. */
import { canonicalEmail } from '#contract/fields/text.ts'
import { randomUUID } from 'node:crypto'
import type * as contract from '#contract/messages.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { communicationFields } from '#contract/fields/communication.ts'
import type { Messages } from '#contract/fields/messages.ts'
import { faultOf } from '#contract/fields/rules.ts'
import type { Ctx } from '../../deps.ts'
import { hasProof, refuseCrowded } from '../../kernel/crowd.ts'
import { supportAddress } from '../deliveries/addresses.ts'
import { send } from '../deliveries/send.ts'
import { defaultLocale } from '../../kernel/locales.ts'
import { mayWrite } from './internal/allowance.ts'

type Endpoint = typeof contract.sendCommunication

/** A message that is refused is neither stored nor counted. */
export async function sendCommunication(
  ctx: Ctx,
  input: VerbInput<Endpoint>,
): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  const values = { email: canonicalEmail(input.email), message: input.message.trim() }
  const fields = faultsOf(ctx, values)
  if (Object.keys(fields).length > 0) return refuse('fieldsInvalid', { fields })
  const isProven = await hasProof(ctx)
  return ctx.db.transaction(async (tx): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> => {
    const room = await mayWrite(tx, ctx, values.email)
    if (room === 'own-full') return refuse('tooManyMessages')
    if (room === 'shared-full' && !isProven) return refuseCrowded(ctx)
    const id = randomUUID()
    await tx
      .insertInto('messages.communications')
      .values({
        id,
        ...values,
        player_id: ctx.caller.player?.id ?? null,
        locale: ctx.caller.locale,
        created_at: ctx.clock.now(),
      })
      .execute()
    // Support reads it in its own language; the reply goes to the sender.
    await send(tx, ctx, {
      medium: 'mail',
      to: supportAddress(ctx, defaultLocale),
      replyTo: values.email,
      locale: defaultLocale,
      template: 'support-message',
      values: { name: values.email, email: values.email, message: values.message },
    })
    return ok({ id })
  })
}

function faultsOf(ctx: Ctx, values: Record<'email' | 'message', string>): Record<string, string[]> {
  const words = ctx.content.read(ctx.caller.locale, 'fields-settings') as { messages?: Messages }
  const context = { today: ctx.clock.now(), valueOf: () => undefined }
  const faults = communicationFields.map(
    ({ id, rules }) => [id, faultOf(values[id], rules, context, words.messages)] as const,
  )
  return Object.fromEntries(faults.flatMap(([id, fault]) => (fault ? [[id, [fault]]] : [])))
}
