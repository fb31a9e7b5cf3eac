import type { Tx } from '../../deps.ts'

/** Nicknames that other modules may show in public after masking; null if none was chosen. */
export async function readNicknames(tx: Tx, playerIds: string[]): Promise<Map<string, string | null>> {
  const rows = await tx.selectFrom('identity.players').select(['id', 'nickname']).where('id', 'in', playerIds).execute()
  return new Map(rows.map(({ id, nickname }) => [id, nickname]))
}
