/** Rounds and sports bets of a player that are still open, and bonus money staked in them. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'

type OfBonus = { playerId: string; bonusId: string }

/** An open round is among the player's newest; the bound keeps the query fast for players of many years. */
const newestRounds = 1000

function newestOf(db: Kysely<Tables>, playerId: string) {
  return db
    .selectFrom('games.rounds')
    .select(['id', 'studio', 'game_id', 'currency', 'bonus_id', 'bonus_stake', 'status', 'first_movement_id'])
    .where('player_id', '=', playerId)
    .orderBy('first_movement_id', 'desc')
    .limit(newestRounds)
}

export async function sumOpenBonusStakes(db: Kysely<Tables>, { playerId, bonusId }: OfBonus): Promise<bigint> {
  const open = await db
    .selectFrom(newestOf(db, playerId).as('round'))
    .select(({ fn }) => fn.sum<string | null>('bonus_stake').as('stake'))
    .where('bonus_id', '=', bonusId)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  return BigInt(open.stake ?? 0) + (await sumOpenBonusBets(db, bonusId))
}

export async function sumOpenBonusBets(db: Kysely<Tables>, bonusId: string): Promise<bigint> {
  const { rows } = await sql<{ stake: bigint }>`
    SELECT coalesce(sum(floor(open_stake::numeric * bonus_stake / stake)), 0)::bigint AS stake FROM sports.bets
    WHERE bonus_id = ${bonusId} AND bonus_stake > 0 AND ended_at IS NULL`.execute(db)
  return rows[0]!.stake
}

/** Whether the player's own money is staked in an open round of a currency, whose wallet is locked. */
export async function hasOpenCashStake(
  db: Kysely<Tables>,
  { playerId, currency }: { playerId: string; currency: string },
): Promise<boolean> {
  const round = await db
    .selectFrom('games.rounds')
    .select('id')
    .where('player_id', '=', playerId)
    .where('currency', '=', currency)
    .where('status', '=', 'open')
    .where(sql<boolean>`stake > bonus_stake`)
    .limit(1)
    .executeTakeFirst()
  return round !== undefined
}

/** Whether an open sports bet above a stake has the player's own money in it, in a currency whose wallet is locked. */
export async function hasCashBetAbove(
  db: Kysely<Tables>,
  { playerId, currency, stake }: { playerId: string; currency: string; stake: bigint },
): Promise<boolean> {
  const bet = await db
    .selectFrom('sports.bets')
    .select('id')
    .where('player_id', '=', playerId)
    .where('currency', '=', currency)
    .where('ended_at', 'is', null)
    .where('free_bet_id', 'is', null)
    .where(sql<boolean>`stake > bonus_stake`)
    .where('open_stake', '>', stake)
    .limit(1)
    .executeTakeFirst()
  return bet !== undefined
}

/** SQL for whether a round that was staked under a bonus is open. */
export const hasOpenBonusRound = (bonusId: string): string =>
  `EXISTS (SELECT FROM games.rounds WHERE rounds.bonus_id = ${bonusId} AND rounds.status = 'open')`

/** SQL for whether bonus money is staked in an open sports bet, which may return some. */
export const hasOpenBonusBet = (bonusId: string): string =>
  `EXISTS (SELECT FROM sports.bets WHERE bonus_id = ${bonusId} AND bonus_stake > 0 AND ended_at IS NULL)`

/** Games and currencies with an open round, the newest first. A round that its studio has closed is not continued. */
export async function findOpenRounds(
  db: Kysely<Tables>,
  playerId: string,
): Promise<Array<{ game_id: string; currency: string }>> {
  return db
    .selectFrom(newestOf(db, playerId).as('round'))
    .select(['game_id', 'currency'])
    .where('status', '=', 'open')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('studios.closing_rounds as closing')
            .select('closing.round_id')
            .whereRef('closing.round_id', '=', 'round.id')
            .whereRef('closing.studio', '=', 'round.studio'),
        ),
      ),
    )
    .groupBy(['game_id', 'currency'])
    .orderBy(({ fn }) => fn.max('first_movement_id'), 'desc')
    .execute()
}

export type OpenStakes = { currency: string; rounds: bigint; bets: bigint }

type StakesOf = { playerId: string; after?: bigint; from?: string | undefined; to?: string | undefined }

/**
 * Stakes of rounds and sports bets that are not decided, of those that began after a movement or in a period. Of a free
 * bet the player has staked nothing.
 */
export async function sumOpenStakes(
  db: Kysely<Tables>,
  { playerId, after = 0n, from = '-infinity', to = 'infinity' }: StakesOf,
): Promise<OpenStakes[]> {
  const { rows } = await sql<OpenStakes>`
    SELECT currency, sum(rounds)::bigint AS rounds, sum(bets)::bigint AS bets FROM (
      SELECT currency, greatest(stake - won, 0) AS rounds, 0::bigint AS bets
      FROM (SELECT currency, stake, won, status, created_at FROM games.rounds
        WHERE player_id = ${playerId} AND first_movement_id > ${after}
        ORDER BY first_movement_id DESC LIMIT ${newestRounds}) AS newest
      WHERE status = 'open' AND created_at >= ${from}::timestamptz AND created_at < ${to}::timestamptz
      UNION ALL
      SELECT currency, 0, open_stake FROM sports.bets
      WHERE player_id = ${playerId} AND ended_at IS NULL AND free_bet_id IS NULL AND movement_id > ${after}
        AND placed_at >= ${from}::timestamptz AND placed_at < ${to}::timestamptz
    ) AS open GROUP BY currency HAVING sum(rounds) + sum(bets) > 0 ORDER BY currency`.execute(db)
  return rows
}

/** Whether a round that used one of these free spins may still win. */
export function hasOpenFreeRound(db: Kysely<Tables>, freespinId: string): Promise<boolean> {
  return hasOpenRound(db, 'freespin_id', freespinId)
}

/** Whether a round with a stake from this bonus may still win. */
export function hasOpenBonusStake(db: Kysely<Tables>, bonusId: string): Promise<boolean> {
  return hasOpenRound(db, 'bonus_id', bonusId)
}

async function hasOpenRound(db: Kysely<Tables>, by: 'freespin_id' | 'bonus_id', id: string): Promise<boolean> {
  const open = await db
    .selectFrom('games.rounds')
    .select('id')
    .where(by, '=', id)
    .where('status', '=', 'open')
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}
