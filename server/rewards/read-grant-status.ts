import type { Tx } from '../deps.ts'
import type { Earned, GrantStatus } from './grant-reward.ts'

export async function readGrantStatus(
  tx: Tx,
  { source, sourceId, playerId, ordinal = 0 }: Pick<Earned, 'source' | 'sourceId' | 'playerId' | 'ordinal'>,
): Promise<GrantStatus> {
  const { status } = await tx
    .selectFrom('rewards.grants')
    .select('status')
    .where('source', '=', source)
    .where('source_id', '=', sourceId)
    .where('player_id', '=', playerId)
    .where('ordinal', '=', ordinal)
    .executeTakeFirstOrThrow()
  return status as GrantStatus
}
