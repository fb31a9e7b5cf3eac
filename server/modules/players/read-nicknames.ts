import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** Nicknames that other modules may show in public after masking; null if none was chosen. */
export async function readNicknames(db: Kysely<Tables>, playerIds: string[]): Promise<Map<string, string | null>> {
  const rows = await db.selectFrom('identity.players').select(['id', 'nickname']).where('id', 'in', playerIds).execute()
  return new Map(rows.map(({ id, nickname }) => [id, nickname]))
}
