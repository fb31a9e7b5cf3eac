/** The terms of a player's active bonus for sports bets, and the state of a bonus after a bet was placed. */
import type { Kysely } from 'kysely'
import { BonusStatus } from '#contract/bonuses.ts'
import type { Tables } from '../kernel/db/tables.ts'
import { readTerms } from './internal/rows.ts'
import { stateOf } from './internal/states.ts'

export type BonusAtSports = {
  id: string
  /** The highest stake of any bet while the bonus is active, even of a bet that does not count. */
  maxBet: bigint | null
  /** How much of a stake counts towards the wagering requirement, and the lowest odds; null if sports are excluded. */
  counts: { percent: number; minOdds: string } | null
}

/** The player's active bonus in a currency. */
export async function readBonusAtSports(
  db: Kysely<Tables>,
  { playerId, currency }: { playerId: string; currency: string },
): Promise<BonusAtSports | null> {
  const row = await db
    .selectFrom('bonuses.player_bonuses')
    .select(['id', 'terms', 'max_bet'])
    .where('player_id', '=', playerId)
    .where('currency', '=', currency)
    .where('status', '=', BonusStatus.active)
    .executeTakeFirst()
  if (!row) return null
  const { sports } = readTerms(row.terms).contribution
  return { id: row.id, maxBet: row.max_bet, counts: sports && sports.percent > 0 ? sports : null }
}

/** `over`: cancelled, expired or lost, so that its money belongs to the operator again. */
export type BonusFate = 'active' | 'completed' | 'over'

export async function readBonusFate(db: Kysely<Tables>, id: string): Promise<BonusFate> {
  const row = await db
    .selectFrom('bonuses.player_bonuses')
    .select(['status', 'result'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const state = stateOf(row)
  if (state === 'active') return 'active'
  return state === 'played' ? 'completed' : 'over'
}
