import type { Database, Tx } from '../../kernel/db/connect.ts'

/** The country of the account, as the player entered it; null for an unknown player. */
export async function readCountry(db: Database['kysely'] | Tx, playerId: string): Promise<string | null> {
  const player = await db.selectFrom('identity.players').select('country').where('id', '=', playerId).executeTakeFirst()
  return player?.country ?? null
}
