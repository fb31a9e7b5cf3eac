/** Why there is no bet with this id: it was declined before it arrived, or it is unknown. */
import type { Tx } from '../../deps.ts'

export async function missingBet(
  tx: Tx,
  { sportsbook, betId }: { sportsbook: string; betId: string },
): Promise<'betDeclined' | 'betNotFound'> {
  const tombstone = await tx
    .selectFrom('sports.tombstones')
    .select('bet_id')
    .where('sportsbook', '=', sportsbook)
    .where('bet_id', '=', betId)
    .executeTakeFirst()
  return tombstone ? 'betDeclined' : 'betNotFound'
}
