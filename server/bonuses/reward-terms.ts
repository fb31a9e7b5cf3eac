/** What a player receives with an offer for rewards, in one currency: for operators who grant it. */
import type { Kysely } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'
import type { KernelDeps } from '../deps.ts'
import { readInForce } from '../kernel/definitions/definitions.ts'
import { ratesAt } from '../reference/index.ts'
import { bonusAmount, highestStake, times } from './internal/amounts.ts'
import { isMoney, offerKind, wagerOf } from './offer-kind.ts'
import { offerOf } from './offers.ts'
import { spinStake } from './spin-stakes.ts'

export type RewardTerms = {
  name: string
  /** The bonus money, or the stakes of all spins. */
  worth: bigint
  spins: { quantity: number; gameId: string; stake: bigint } | null
  /** `amount` is null where it depends on the wins of the spins. */
  wagering: { times: number; amount: bigint | null; maxBet: bigint | null } | null
  days: number
}

/** In the version that is in force at `moment`; null if there is none. */
export async function readRewardTerms(
  db: Kysely<Tables>,
  { clock }: Pick<KernelDeps, 'clock'>,
  { bonusId, currency, moment }: { bonusId: string; currency: string; moment: Date },
): Promise<RewardTerms | null> {
  const found = await readInForce(db, offerKind, bonusId, moment)
  if (!found) return null
  const offer = offerOf(found)
  const rates = await ratesAt(db, clock.now())
  const wager = wagerOf(offer)
  const maxBet = wager?.maxBet ? highestStake(wager.maxBet, currency, rates) : null
  const common = { name: offer.name.en, days: offer.days }
  if (isMoney(offer)) {
    const worth = bonusAmount(offer, currency, 0n, rates)
    const amount = times(worth, offer.wagering)
    return { ...common, worth, spins: null, wagering: { times: offer.wagering, amount, maxBet } }
  }
  const { quantity, gameId } = offer.spins
  const stake = spinStake(offer.spins, currency, rates)
  return {
    ...common,
    worth: stake * BigInt(quantity),
    spins: { quantity, gameId, stake },
    wagering: wager && { times: wager.wagering, amount: null, maxBet },
  }
}
