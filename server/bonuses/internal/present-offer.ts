/** An offer in one currency, with all terms that must be shown before a choice. */
import { BonusType, type DepositBonus } from '#contract/bonuses.ts'
import { toWire } from '#contract/money.ts'
import { edgeOfSlots } from '../../partners/game-studio/house-edge.ts'
import { amountIn, type Amounts, type Rates } from '../../reference/index.ts'
import { atBase, depositRange, highestStake } from './amounts.ts'
import { wagerOf } from '../offer-kind.ts'
import type { Offer } from '../offers.ts'
import { spinStake } from '../spin-stakes.ts'
import { percentAt, presentContribution } from './contribution.ts'

/** Amounts are in the requested currency and in the base currency, so that the browser needs no rates. */
export function presentOffer(
  offer: Offer,
  { currency, rates }: { currency: string; rates: Rates },
  locale: string,
): DepositBonus {
  const inLocale = (words: Record<string, string>): string => words[locale] ?? words.en!
  const { from, to } = depositRange(offer, currency, rates)
  const item = (amounts: Amounts) => [{ currency, amount: toWire(amountIn(amounts, currency, rates)) }]
  const { deposit } = offer
  const wager = wagerOf(offer)
  return {
    id: offer.id,
    termsVersion: offer.version,
    name: inLocale(offer.name),
    description: inLocale(offer.description),
    type: offer.type,
    package: offer.package ? { id: offer.package.id, name: inLocale(offer.package.name) } : null,
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
                spinAmount: toWire(spinStake(offer.spins, currency, rates)),
              },
            ]
          : [],
    },
    terms: {
      wageringMultiplier: wager?.wagering ?? 0,
      isOnce: offer.isOnce,
      maxBet: wager?.maxBet ? [{ currency, amount: toWire(highestStake(wager.maxBet, currency, rates)) }] : [],
      contribution: wager && presentContribution(wager.contribution),
      expiresAfterSeconds: offer.days * 86_400,
      expectedCostPercent: wager ? costPercentOf(wager) : 0,
      ...(offer.type === BonusType.freeSpins && { winsAs: offer.winsAs }),
      ...(offer.type === BonusType.freeSpins &&
        offer.winsTerms && { winsExpireAfterSeconds: offer.winsTerms.days * 86_400 }),
    },
  }
}

/**
 * What wagering the bonus costs on average, as a percentage of it: on the slots, which count in full unless the offer names them
 * with another percentage.
 */
function costPercentOf({ wagering, contribution }: NonNullable<ReturnType<typeof wagerOf>>): number {
  return Math.round(wagering * 100 * edgeOfSlots((gameId) => percentAt(contribution, { gameId, gameKind: 'slot' })))
}
