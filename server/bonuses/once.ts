/** Offers for once, which a household may receive once. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'
import type { KernelDeps, Tx } from '../deps.ts'
import { BonusStatus } from '#contract/bonuses.ts'

/** When each of these players received the first offer for once; absent if none. */
export async function readFirstOnce(db: Kysely<Tables>, playerIds: string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ playerId: string; at: Date }>`
    SELECT player_id AS "playerId", min(created_at) AS at FROM (
      SELECT player_id, created_at FROM bonuses.player_bonuses WHERE is_once AND player_id = ANY (${playerIds}::uuid[])
      UNION ALL SELECT player_id, created_at FROM bonuses.player_freespins WHERE is_once AND player_id = ANY (${playerIds}::uuid[])
    ) AS grants GROUP BY 1`.execute(db)
  return new Map(rows.map(({ playerId, at }) => [playerId, at]))
}

/** The ids of this player's open bonuses and free spins from offers for once. */
export async function listOpenOnce(db: Kysely<Tables>, playerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM bonuses.player_bonuses WHERE is_once AND player_id = ${playerId} AND status < ${BonusStatus.finished}
    UNION ALL SELECT id FROM bonuses.player_freespins WHERE is_once AND player_id = ${playerId} AND (status < ${BonusStatus.finished} OR won > wins_settled)
    ORDER BY id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Bars this player from offers for once from now on. */
export async function refuseOnce(tx: Tx, { clock }: KernelDeps, playerId: string): Promise<void> {
  await tx
    .insertInto('bonuses.refused_once')
    .values({ player_id: playerId, refused_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function isOnceRefused(db: Kysely<Tables>, playerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('bonuses.refused_once')
    .select('player_id')
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  return row !== undefined
}
