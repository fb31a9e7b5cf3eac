/**
 * Grants the bonus of a deposit in the transaction that credits it: once per invoice, and once per player if the offer
 * says so.
 */
import type { Deps, Tx } from '../deps.ts'
import { lockStatus, policyOf } from '../identity/index.ts'
import { isOfferedIn, ratesAt } from '../reference/index.ts'
import { isStillOpen } from './available.ts'
import type { ChosenBonus } from './choose-for-deposit.ts'
import { bonusAmount, fits } from './internal/amounts.ts'
import { giveMoney, giveSpins } from './internal/give.ts'
import { isExcludedBy } from './internal/permitted.ts'
import { publishCode } from './internal/publish-code.ts'
import { isMoney } from './offer-kind.ts'
import { readAcceptedOffer } from './offers.ts'

export type SettledDeposit = {
  invoiceId: string
  playerId: string
  currency: string
  amount: bigint
  bonus: ChosenBonus
  /** The session of the player's choice; null for choices made before sessions were stored. */
  sessionId: string | null
  /** The time of the player's choice: the amounts shown then apply. */
  chosenAt: Date
}

/**
 * Grants the version that was accepted, even if it has been replaced or has ended since. Nothing is granted if the
 * offer was received before or does not fit the amount, the account has been limited, the currency is switched off, or
 * the law excludes the game of its free spins; the deposit is credited regardless.
 */
export async function grantForDeposit(tx: Tx, deps: Deps, deposit: SettledDeposit): Promise<void> {
  if ((await lockStatus(tx, deposit.playerId)) !== 'active') return
  const offer = await readAcceptedOffer(tx, deposit.bonus)
  if (!offer || !(await isOfferedIn(tx, deposit.currency))) return
  const rates = await ratesAt(tx, deposit.chosenAt)
  if (!fits(offer, deposit.currency, deposit.amount, rates)) return
  if (!(await isStillOpen(tx, deps, deposit.playerId, offer))) return
  const { playerId, currency, invoiceId, sessionId } = deposit
  if (!isMoney(offer) && isExcludedBy(await policyOf(tx, deps.settings, playerId), deps, offer.spins.gameId)) return
  const grant = { playerId, currency, invoiceId, sessionId, rates }
  const isGiven = isMoney(offer)
    ? await giveMoney(tx, deps, offer, { ...grant, amount: bonusAmount(offer, currency, deposit.amount, rates) })
    : await giveSpins(tx, deps, offer, grant)
  if (isGiven && offer.code) {
    const used = await tx
      .updateTable('bonuses.player_codes')
      .set({ used_at: deps.clock.now() })
      .where('player_id', '=', deposit.playerId)
      .where('bonus_id', '=', offer.id)
      .where('used_at', 'is', null)
      .returningAll()
      .execute()
    for (const row of used) await publishCode(tx, row, 2)
  }
}
