import type { Tx } from '../../deps.ts'

/** The languages of many players, for what is written to them without a request. */
export async function readLocales(tx: Tx, playerIds: string[]): Promise<Map<string, string>> {
  if (playerIds.length === 0) return new Map()
  const rows = await tx.selectFrom('identity.players').select(['id', 'locale']).where('id', 'in', playerIds).execute()
  return new Map(rows.map(({ id, locale }) => [id, locale]))
}
