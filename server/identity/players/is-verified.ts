import type { Database, Tx } from '../../kernel/db/connect.ts'

/** Whether the player's identity is confirmed. Decisions about money must lock the player instead (lock-status.ts). */
export async function isVerified(db: Database['kysely'] | Tx, playerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('identity.players')
    .select('identity_verified_at')
    .where('id', '=', playerId)
    .executeTakeFirst()
  return row !== undefined && row.identity_verified_at !== null
}
