import type { Tx } from '../../deps.ts'

/** What other modules may show of players in public once they have masked it; null where none was chosen. */
export async function readNicknames(tx: Tx, playerIds: string[]): Promise<Map<string, string | null>> {
  const rows = await tx.selectFrom('identity.players').select(['id', 'nickname']).where('id', 'in', playerIds).execute()
  return new Map(rows.map(({ id, nickname }) => [id, nickname]))
}
