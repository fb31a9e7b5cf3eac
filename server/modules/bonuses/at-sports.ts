/** A player's bonus whose terms include sports bets, and what has become of a bonus since a bet was placed. */
import type { Kysely } from 'kysely'
import { BonusStatus } from '#contract/bonuses.ts'
import type { Tables } from '../../db/tables.ts'
import { readTerms } from './internal/rows.ts'
import { stateOf } from './internal/states.ts'

export type SportsBonus = {
  id: string
  /** How much of a stake counts towards the wagering requirement. */
  percent: number
  /** The lowest odds of each selection. */
  minOdds: string
  maxBet: bigint | null
}

/** Null without an active bonus, and under one that excludes sports. */
export async function readSportsBonus(
  db: Kysely<Tables>,
  { playerId, currency }: { playerId: string; currency: string },
): Promise<SportsBonus | null> {
  const row = await db
    .selectFrom('bonuses.player_bonuses')
    .select(['id', 'terms', 'max_bet'])
    .where('player_id', '=', playerId)
    .where('currency', '=', currency)
    .where('status', '=', BonusStatus.active)
    .executeTakeFirst()
  const sports = row && readTerms(row.terms).contribution.sports
  return sports && sports.percent > 0 ? { id: row.id, ...sports, maxBet: row.max_bet } : null
}

/** `over`: cancelled, expired or lost, so that its money is the operator's again. */
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
