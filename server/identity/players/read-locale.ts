import { sql } from 'kysely'
import { arrayOf } from '../../kernel/db/array-of.ts'
import type { Database, Tx } from '../../kernel/db/connect.ts'

/** The language for a player when there is no request; the default if the player no longer exists. */
export async function readLocale(db: Database['kysely'] | Tx, playerId: string): Promise<string> {
  const row = await db.selectFrom('identity.players').select('locale').where('id', '=', playerId).executeTakeFirst()
  return row?.locale ?? 'en'
}

/** The languages of many players. */
export async function readLocales(tx: Tx, playerIds: string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('identity.players')
    .select(['id', 'locale'])
    .where('id', '=', sql<string>`ANY (${arrayOf(playerIds)}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, locale }) => [id, locale]))
}
