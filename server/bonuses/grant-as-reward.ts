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
/** Offers by id. An offer that an operator has ended is no longer promised. */
export type RewardOffers = ReadonlyMap<string, Offer>

export async function readRewardOffers(db: Kysely<Tables>): Promise<RewardOffers> {
  const offers = await readOffers(db)
  return new Map(offers.filter(({ trigger }) => trigger === 'reward').map((offer) => [offer.id, offer]))
}

/**
 * `promisedAt`: the version in force at that time is granted, even if it has been replaced or has ended since; if there
 * was none, the current version. False if nothing was granted because there is no offer, the policy of the player's
 * country forbids it, or its currency is switched off.
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
  // The player may have no account in this currency, or a hidden one, in which the grant would not be visible.
  await openAccount(tx, { playerId, currency, active: false })
  const grant = { playerId, currency, invoiceId: null, sessionId, rates: await ratesAt(tx, deps.clock.now()) }
  if (!isMoney(offer)) return giveSpins(tx, deps, offer, grant)
  return giveMoney(tx, deps, offer, { ...grant, amount: bonusAmount(offer, currency, 0n, grant.rates) })
}
