/** Saves an address for withdrawals under a name. It is checked like a withdrawal to it, and asks for a proof as a new destination does. */
import { walletKey } from '#contract/fields/method-fields.ts'
import { ok, type RefusalOf, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { SavedAddress, saveAddress as contract } from '#contract/payments.ts'
import type { PlayerCtx } from '../../deps.ts'
import { hasSteppedUp, lockOpenSession } from '../../identity/index.ts'
import { pickOwnFields, networkOf } from '../internal/check-request.ts'
import { findWithdrawalOffer } from '../internal/partner-of.ts'
import { presentAddress } from '../internal/saved-addresses.ts'
import { fieldErrorMessages, noticeMessages } from '../internal/form-messages.ts'
import { payoutFaults, requestedDestination } from '../payouts/request-destination.ts'

type Answer = Result<SavedAddress, RefusalOf<typeof contract>>

/** A list that is read at a glance. */
const mostSaved = 50

export async function saveAddress(ctx: PlayerCtx, input: VerbInput<typeof contract>): Promise<Answer> {
  const offer = findWithdrawalOffer(ctx, { ...input, country: input.country ?? ctx.caller.country })
  if (!offer?.method.fields.some(({ key }) => key === walletKey))
    return refuse('methodNotOffered', { fields: { method: noticeMessages(ctx, 'methodNotOffered') } })
  const faults = await payoutFaults(ctx, offer, input.fields)
  if (Object.keys(faults).length > 0)
    return refuse('fieldsInvalid', { fields: fieldErrorMessages(ctx, offer.method, faults, input.fields) })
  if (!(await hasSteppedUp(ctx))) return refuse('stepUpRequired')
  const { id: playerId } = ctx.caller.player
  return ctx.db.transaction(async (tx): Promise<Answer> => {
    // Of many at once each counts the others.
    await lockOpenSession(tx, ctx)
    const { count } = await tx
      .selectFrom('payments.addresses')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('player_id', '=', playerId)
      .executeTakeFirstOrThrow()
    if (Number(count) >= mostSaved) return refuse('tooManyAddresses')
    const row = await tx
      .insertInto('payments.addresses')
      .values({
        player_id: playerId,
        name: input.name,
        method: input.method,
        currency: input.currency,
        network: networkOf(offer.method, input.fields)?.id ?? null,
        fields: pickOwnFields(offer.method, input.fields),
        destination: requestedDestination(offer, input.fields),
        created_at: ctx.clock.now(),
      })
      .onConflict((conflict) => conflict.columns(['player_id', 'destination']).doNothing())
      .returningAll()
      .executeTakeFirst()
    return row ? ok(presentAddress(ctx, row)) : refuse('addressExists')
  })
}
