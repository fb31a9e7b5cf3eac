/** Everything that a withdrawal will be held for, read by the same functions that hold it. */
import type * as contract from '#contract/payments.ts'
import { toWire } from '#contract/money.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { noticeMessages } from '../internal/form-messages.ts'
import { findWithdrawalOffer } from '../internal/partner-of.ts'
import { checksOf, checksOfWallet } from './checks.ts'
import { compensationOf, currentPromise, promisedHours, readPromise } from './promise.ts'

type Endpoint = typeof contract.readRequirements

export async function readRequirements(
  ctx: PlayerCtx,
  { method, currency, country, amount }: VerbInput<Endpoint>,
): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  const offer = findWithdrawalOffer(ctx, { method, currency, country: country ?? ctx.caller.country })
  if (!offer) return refuse('methodNotOffered', { fields: { method: noticeMessages(ctx, 'methodNotOffered') } })
  const request = { playerId: ctx.caller.player.id, currency, amount, isToOrigin: offer.method.isToOrigin ?? false }
  return ctx.db.transaction(async (tx) => {
    const checks = await checksOf(tx, ctx, request)
    const ofWallet = await checksOfWallet(tx, ctx, request)
    const reasons = [...checks, ...ofWallet].flatMap(({ code, state }) =>
      state === 'met' || code === 'wagering' ? [] : [code],
    )
    const promise = await readPromise(tx, await currentPromise(tx))
    const isHeld = reasons.length > 0
    const compensation = isHeld ? await compensationOf(tx, ctx, promise, request) : null
    return ok({
      checks: [...checks, ...ofWallet],
      promisedHours: isHeld ? promisedHours(ctx, promise, reasons) : null,
      compensation: compensation === null ? null : toWire(compensation),
    })
  })
}
