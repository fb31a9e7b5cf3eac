/** The bonuses for a deposit in this currency, with all terms that must be shown before a choice. */
import type * as contract from '#contract/bonuses.ts'
import { ok, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../deps.ts'
import { availableOffers } from './available.ts'
import { fits } from './internal/amounts.ts'
import { presentOffer } from './internal/present-offer.ts'

export async function listBonuses(
  ctx: PlayerCtx,
  { currency, amount }: VerbInput<typeof contract.listBonuses>,
): Promise<Result<ReplyOf<typeof contract.listBonuses>>> {
  if (!ctx.reference.isOffered(currency)) return ok([])
  const rates = ctx.reference.rates()
  const offers = await availableOffers(ctx.db.kysely, ctx, ctx.caller.player.id)
  const fitting = amount === undefined ? offers : offers.filter((offer) => fits(offer, currency, BigInt(amount), rates))
  return ok(fitting.map((offer) => presentOffer(offer, { currency, rates }, ctx.caller.locale)))
}
