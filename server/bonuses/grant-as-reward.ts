/** Grants an offer that a quest, a level or a prize names. The caller grants each reward once. */
import type { Kysely } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'
import type { GameDeps, LedgerDeps, Tx } from '../deps.ts'
import { readInForce } from '../kernel/definitions/definitions.ts'
import { isOfferedIn, ratesAt } from '../reference/index.ts'
import { bonusAmount } from './internal/amounts.ts'
import { giveMoney, giveSpins } from './internal/give.ts'
import { policyOf } from '../identity/index.ts'
import { openAccount } from '../wallet/index.ts'
import { brokenRule } from './internal/permitted.ts'
import { isMoney, offerKind } from './offer-kind.ts'
import { type Offer, offerOf, readOffers } from './offers.ts'

type Needs = LedgerDeps & GameDeps
/** By id. One that an operator has ended is not promised any more. */
export type RewardOffers = ReadonlyMap<string, Offer>

export async function readRewardOffers(db: Kysely<Tables>): Promise<RewardOffers> {
  const offers = await readOffers(db)
  return new Map(offers.filter(({ trigger }) => trigger === 'reward').map((offer) => [offer.id, offer]))
}

/**
 * `promisedAt`: the version in force at that time is granted, even if it has been replaced or has ended since; if there
 * was none, the one in force now. False if nothing was granted: there is none,
 * the policy of the player's country forbids it, or its currency is switched off.
 */
export async function grantAsReward(
  tx: Tx,
  deps: Needs,
  {
    playerId,
    currency,
    bonusId,
    promisedAt,
    sessionId,
  }: { playerId: string; currency: string; bonusId: string; promisedAt: Date; sessionId: string | null },
): Promise<boolean> {
  const inForce = (moment: Date) => readInForce(tx, offerKind, bonusId, moment)
  const found = (await inForce(promisedAt)) ?? (await inForce(deps.clock.now()))
  if (found?.data.trigger !== 'reward' || !(await isOfferedIn(tx, currency))) return false
  const offer = offerOf(found)
  if (brokenRule(offer, await policyOf(tx, deps.settings, playerId), deps)) return false
  // None may exist in this currency yet; a hidden one is shown again, so that nothing is given unseen.
  await openAccount(tx, { playerId, currency, active: false })
  const wanted = { playerId, currency, invoiceId: null, sessionId, rates: await ratesAt(tx, deps.clock.now()) }
  if (!isMoney(offer)) return giveSpins(tx, deps, offer, wanted)
  return giveMoney(tx, deps, offer, { ...wanted, amount: bonusAmount(offer, currency, 0n, wanted.rates) })
}
