/** Grants an offer that a quest, a level or a prize names. The caller grants each reward once. */
import { BonusType } from '#contract/bonuses.ts'
import type { Deps, Tx } from '../../deps.ts'
import { amountIn } from '../reference/amounts.ts'
import { isOfferedIn } from '../reference/offered.ts'
import { ratesAt } from '../reference/rates.ts'
import { giveMoney, giveSpins } from './internal/give.ts'
import { type Offer, offersOf } from './internal/offers.ts'

type Needs = Pick<Deps, 'ledger' | 'clock' | 'settings'>

/** Undefined if the operator's file has no such offer for rewards. */
export function findRewardOffer({ settings }: Pick<Deps, 'settings'>, bonusId: string): Offer | undefined {
  return offersOf(settings).find(({ id, trigger }) => id === bonusId && trigger === 'reward')
}

/** False if nothing was granted: the offer has ended, is for once, or its currency is switched off. */
export async function grantAsReward(
  tx: Tx,
  deps: Needs,
  { playerId, currency, bonusId }: { playerId: string; currency: string; bonusId: string },
): Promise<boolean> {
  const offer = findRewardOffer(deps, bonusId)
  if (!offer || !(await isOfferedIn(tx, currency))) return false
  const wanted = { playerId, currency, invoiceId: null, rates: await ratesAt(tx, deps.clock.now()) }
  if (offer.type === BonusType.freeSpins) return giveSpins(tx, deps, offer, wanted)
  if (offer.type !== BonusType.cash) return false
  return giveMoney(tx, deps, offer, { ...wanted, amount: amountIn(offer.amount, currency, wanted.rates) })
}
