import type { Database, Tx } from '../../kernel/db/connect.ts'

/** Whether the player's identity is confirmed; a decision about money locks the player (lock-status.ts). */
export async function isVerified(db: Database['kysely'] | Tx, playerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('identity.players')
    .select('identity_verified_at')
    .where('id', '=', playerId)
    .executeTakeFirst()
  return row !== undefined && row.identity_verified_at !== null
}
