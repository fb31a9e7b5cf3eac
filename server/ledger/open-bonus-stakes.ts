/** Bonus money staked in rounds that are still open. */
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

type OfBonus = { playerId: string; bonusId: string }

/** An open round is among the player's newest; the bound keeps the query fast for players of many years. */
const newestRounds = 1000

export async function sumOpenBonusStakes(db: Kysely<Tables>, { playerId, bonusId }: OfBonus): Promise<bigint> {
  const newest = db
    .selectFrom('games.rounds')
    .select(['bonus_id', 'bonus_stake', 'status'])
    .where('player_id', '=', playerId)
    .orderBy('first_movement_id', 'desc')
    .limit(newestRounds)
  const open = await db
    .selectFrom(newest.as('round'))
    .select(({ fn }) => fn.sum<string | null>('bonus_stake').as('stake'))
    .where('bonus_id', '=', bonusId)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  return BigInt(open.stake ?? 0)
}

export async function hasOpenBonusStake(db: Kysely<Tables>, { playerId, bonusId }: OfBonus): Promise<boolean> {
  const open = await db
    .selectFrom('games.rounds')
    .select('id')
    .where('player_id', '=', playerId)
    .where('bonus_id', '=', bonusId)
    .where('status', '=', 'open')
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}
