/** The bonuses for a deposit in this currency, with all terms that must be shown before a choice. */
import { BonusType, type DepositBonus } from '#contract/bonuses.ts'
import type * as contract from '#contract/bonuses.ts'
import { ok, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { toWire } from '#contract/money.ts'
import type { PlayerCtx } from '../../deps.ts'
import type { Rates } from '../reference/rates.ts'
import { availableOffers } from './available.ts'
import { type Amounts, amountIn } from '../reference/amounts.ts'
import { atBase, depositRange, fits } from './internal/amounts.ts'
import type { Offer } from './internal/offers.ts'

/** The average house edge of our slots in percent, from which the expected cost of wagering is calculated. */
const houseEdgePercent = 4

export async function listBonuses(
  ctx: PlayerCtx,
  { currency, amount }: VerbInput<typeof contract.listBonuses>,
): Promise<Result<ReplyOf<typeof contract.listBonuses>>> {
  if (!ctx.reference.isOffered(currency)) return ok([])
  const rates = ctx.reference.rates()
  const offers = await availableOffers(ctx.db.kysely, ctx, ctx.caller.player.id)
  const fitting = amount === undefined ? offers : offers.filter((offer) => fits(offer, currency, BigInt(amount), rates))
  return ok(fitting.map((offer) => present(offer, { currency, rates }, ctx.caller.locale)))
}

/** Amounts are given in the requested currency and in the base currency; the browser needs no rates. */
function present(offer: Offer, { currency, rates }: { currency: string; rates: Rates }, locale: string): DepositBonus {
  const say = (words: Record<string, string>): string => words[locale] ?? words.en!
  const { from, to } = depositRange(offer, currency, rates)
  const item = (amounts: Amounts) => [{ currency, amount: toWire(amountIn(amounts, currency, rates)) }]
  const { deposit, maxBet } = offer
  return {
    id: offer.id,
    name: say(offer.name),
    description: say(offer.description),
    type: offer.type,
    package: offer.package ? { id: offer.package.id, name: say(offer.package.name) } : null,
    triggerConditions: {
      invoiceAmountItems: [{ currency, amountFrom: toWire(from), amountTo: to === null ? null : toWire(to) }],
      baseCurrencyInvoiceAmountFrom: toWire(atBase(deposit.from)),
      baseCurrencyInvoiceAmountTo: deposit.to === null ? null : toWire(atBase(deposit.to)),
    },
    assignConditions: {
      amountItems: offer.type === BonusType.cash ? item(offer.amount) : [],
      baseCurrencyAmount: offer.type === BonusType.cash ? toWire(atBase(offer.amount.base)) : null,
      maxAmountItems: offer.type === BonusType.percentage ? item(offer.max) : [],
      baseCurrencyMaxAmount: offer.type === BonusType.percentage ? toWire(atBase(offer.max.base)) : null,
      depositPercentage: offer.type === BonusType.percentage ? offer.percentage : null,
      presets:
        offer.type === BonusType.freeSpins
          ? [
              {
                quantity: offer.spins.quantity,
                gameId: offer.spins.gameId,
                spinAmount: toWire(amountIn(offer.spins.amount, currency, rates)),
              },
            ]
          : [],
    },
    terms: {
      wageringMultiplier: offer.type === BonusType.freeSpins ? 0 : offer.wagering,
      maxBet: maxBet ? item(maxBet) : [],
      excludedGames: offer.excludedGames,
      expiresAfterSeconds: offer.days * 86_400,
      expectedCostPercent: offer.type === BonusType.freeSpins ? 0 : Math.round(offer.wagering * houseEdgePercent),
    },
  }
}
