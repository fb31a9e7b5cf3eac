import type { Database, Tx } from '../../db/connect.ts'

/** The language to speak to a player in when no request is there to tell; the default's for a player who is gone. */
export async function readLocale(db: Database['kysely'] | Tx, playerId: string): Promise<string> {
  const row = await db.selectFrom('identity.players').select('locale').where('id', '=', playerId).executeTakeFirst()
  return row?.locale ?? 'en'
}
