/**
 * Grants the bonus of a deposit in the transaction that credits it: once per invoice, and once per player if the offer
 * says so.
 */
import { BonusType } from '#contract/bonuses.ts'
import { randomUUID } from 'node:crypto'
import type { Deps, Tx } from '../../deps.ts'
import { record } from '../../facts/fact.ts'
import { bonusGranted, freespinsGranted } from '../../facts/kinds.ts'
import { readLocale } from '../players/read-locale.ts'
import { isOfferedIn } from '../reference/offered.ts'
import { type Rates, ratesAt } from '../reference/rates.ts'
import { isStillOpen } from './available.ts'
import { amountIn, bonusAmount, fits, times } from './internal/amounts.ts'
import { type Offer, offersOf } from './internal/offers.ts'
import { activate } from './internal/play-with.ts'
import { publishCode } from './internal/publish-code.ts'
import { publishBonus, publishFreespin, type Terms } from './internal/rows.ts'

export type SettledDeposit = {
  invoiceId: string
  playerId: string
  currency: string
  amount: bigint
  bonusId: string
  /** The time of the player's choice: the amounts shown then apply. */
  chosenAt: Date
}
const dayMs = 86_400_000

/**
 * Nothing is granted if the offer has ended, was received before, does not fit the amount received, or its currency is
 * switched off; the deposit is credited regardless.
 */
export async function grantForDeposit(tx: Tx, deps: Deps, deposit: SettledDeposit): Promise<void> {
  const offer = offersOf(deps.settings).find(({ id }) => id === deposit.bonusId)
  if (!offer || !(await isOfferedIn(tx, deposit.currency))) return
  const rates = await ratesAt(tx, deposit.chosenAt)
  if (!fits(offer, deposit.currency, deposit.amount, rates)) return
  if (!(await isStillOpen(tx, deps, deposit.playerId, offer))) return
  const isGiven =
    offer.type === BonusType.freeSpins
      ? await giveSpins(tx, deps, offer, { ...deposit, rates })
      : await giveMoney(tx, deps, offer, { ...deposit, rates })
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

/**
 * Activated at once if no other bonus is active and no withdrawal is open; otherwise it is issued and waits for the
 * player.
 */
async function giveMoney(
  tx: Tx,
  deps: Deps,
  offer: Exclude<Offer, { type: 3 }>,
  deposit: SettledDeposit & { rates: Rates },
): Promise<boolean> {
  const amount = bonusAmount(offer, deposit.currency, deposit.amount, deposit.rates)
  if (amount <= 0n) return false
  const row = await tx
    .insertInto('bonuses.player_bonuses')
    .values({
      ...common(deps, offer, deposit),
      type: offer.type,
      amount,
      wager_total: times(amount, offer.wagering),
      max_bet: offer.maxBet ? amountIn(offer.maxBet, deposit.currency, deposit.rates) : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return false
  await record(tx, bonusGranted, {
    player: row.player_id,
    subject: row.id,
    data: { bonusId: offer.id, currency: row.currency, amount },
  })
  if (!(await activate(tx, deps, row)).ok) await publishBonus(tx, row, await readLocale(tx, row.player_id))
  return true
}

async function giveSpins(
  tx: Tx,
  deps: Deps,
  offer: Extract<Offer, { type: 3 }>,
  deposit: SettledDeposit & { rates: Rates },
): Promise<boolean> {
  const { quantity, gameId, amount } = offer.spins
  const row = await tx
    .insertInto('bonuses.player_freespins')
    .values({
      ...common(deps, offer, deposit),
      game_id: gameId,
      count: quantity,
      spin_amount: amountIn(amount, deposit.currency, deposit.rates),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return false
  await record(tx, freespinsGranted, {
    player: row.player_id,
    subject: row.id,
    data: { bonusId: offer.id, gameId, count: quantity },
  })
  await publishFreespin(tx, row, await readLocale(tx, row.player_id))
  return true
}

function common({ clock }: Deps, offer: Offer, { invoiceId, playerId, currency }: SettledDeposit) {
  const now = clock.now()
  const terms: Terms = { name: offer.name, wagering: offer.wagering, excludedGames: offer.excludedGames }
  return {
    id: randomUUID(),
    player_id: playerId,
    bonus_id: offer.id,
    terms: JSON.stringify(terms),
    is_once: offer.isOnce,
    package_id: offer.package?.id ?? null,
    currency,
    invoice_id: invoiceId,
    created_at: now,
    expires_at: new Date(now.getTime() + offer.days * dayMs),
  }
}
