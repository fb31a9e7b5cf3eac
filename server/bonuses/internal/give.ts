/** Grants an offer to a player with a copy of its terms. The caller has checked the conditions. */
import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import type { KernelDeps, LedgerDeps, Tx } from '../../deps.ts'
import { record } from '../../kernel/facts/fact.ts'
import { bonusGranted, freespinsGranted } from '../../kernel/facts/kinds.ts'
import { arePromotionsBarred } from '../../protection/index.ts'
import { readLocale } from '../../identity/index.ts'
import type { Rates } from '../../reference/index.ts'
import { highestStake, times } from './amounts.ts'
import { isMoney } from '../offer-kind.ts'
import type { MoneyOffer, Offer, SpinsOffer } from '../offers.ts'
import { spinStake } from '../spin-stakes.ts'
import { activate } from './play-with.ts'
import { publishBonus, publishFreespin, type SpinsTerms, type Terms } from './rows.ts'

export type Grant = {
  playerId: string
  currency: string
  /** The deposit for which it is granted; null for a reward. */
  invoiceId: string | null
  /** The player's session that chose or claimed it; null if there was none. */
  sessionId: string | null
  rates: Rates
}

const dayMs = 86_400_000

/**
 * Activates the bonus at once if no other is active and no withdrawal is open; otherwise it is issued and waits for the
 * player. False if an offer for once was granted before, or if the player is barred from bonuses for protection.
 */
export async function giveMoney(
  tx: Tx,
  deps: LedgerDeps,
  offer: MoneyOffer,
  { amount, ...grant }: Grant & { amount: bigint },
): Promise<boolean> {
  if (amount <= 0n || (await arePromotionsBarred(tx, grant.playerId))) return false
  return giveBonus(tx, deps, {
    ...common(deps, offer, grant),
    type: offer.type,
    amount,
    issue_session_id: grant.sessionId,
    wager_total: times(amount, offer.wagering),
    max_bet: offer.maxBet ? highestStake(offer.maxBet, grant.currency, grant.rates) : null,
  })
}

/** False if an offer for once was granted before. Without `isActivated` the bonus waits for the player. */
export async function giveBonus(
  tx: Tx,
  deps: LedgerDeps,
  bonus: Insertable<Tables['bonuses.player_bonuses']>,
  { isActivated = true } = {},
): Promise<boolean> {
  const row = await tx
    .insertInto('bonuses.player_bonuses')
    .values(bonus)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return false
  await record(tx, bonusGranted, {
    player: row.player_id,
    subject: row.id,
    data: { bonusId: row.bonus_id, currency: row.currency, amount: row.amount },
  })
  if (!isActivated || !(await activate(tx, deps, row)).ok)
    await publishBonus(tx, row, await readLocale(tx, row.player_id))
  return true
}

/** Issues free spins, which wait for the player. False if an offer for once was granted before. */
export async function giveSpins(tx: Tx, deps: KernelDeps, offer: SpinsOffer, grant: Grant): Promise<boolean> {
  if (await arePromotionsBarred(tx, grant.playerId)) return false
  const { quantity, gameId } = offer.spins
  const row = await tx
    .insertInto('bonuses.player_freespins')
    .values({
      ...common(deps, offer, grant),
      game_id: gameId,
      count: quantity,
      spin_amount: spinStake(offer.spins, grant.currency, grant.rates),
      wins_as_bonus: offer.winsAs === 'bonus',
      wins_max_bet: offer.winsTerms?.maxBet ? highestStake(offer.winsTerms.maxBet, grant.currency, grant.rates) : null,
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

function common({ clock }: KernelDeps, offer: Offer, { invoiceId, playerId, currency }: Grant) {
  const now = clock.now()
  return {
    id: randomUUID(),
    player_id: playerId,
    bonus_id: offer.id,
    offer_version: offer.version,
    terms: JSON.stringify(termsOf(offer)),
    is_once: offer.isOnce,
    package_id: offer.package?.id ?? null,
    currency,
    invoice_id: invoiceId,
    created_at: now,
    expires_at: new Date(now.getTime() + offer.days * dayMs),
  }
}

function termsOf(offer: Offer): Terms | SpinsTerms {
  const { name } = offer
  if (isMoney(offer)) return { name, wagering: offer.wagering, contribution: offer.contribution }
  if (!offer.winsTerms) return { name }
  const { wagering, contribution, days } = offer.winsTerms
  return { name, wins: { wagering, contribution, days } }
}
