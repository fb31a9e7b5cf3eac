import { PlayerStatus } from '#contract/identity.ts'
import type { Tx } from '../../deps.ts'

/** The ids of those players whose account is closed. */
export async function readClosed(tx: Tx, playerIds: string[]): Promise<string[]> {
  if (playerIds.length === 0) return []
  const rows = await tx
    .selectFrom('identity.players')
    .select('id')
    .where('id', 'in', playerIds)
    .where('status', '=', PlayerStatus.closed)
    .execute()
  return rows.map(({ id }) => id)
}
