import type { Tx } from '../../../deps.ts'

/** The runs that a player has joined or played in, newest first; none for a guest. */
export async function readJoined(tx: Tx, playerId: string | undefined): Promise<Set<number>> {
  if (playerId === undefined) return new Set()
  const rows = await tx
    .selectFrom('rewards.tournament_scores')
    .select('run_id')
    .where('player_id', '=', playerId)
    .orderBy('run_id', 'desc')
    .limit(200)
    .execute()
  return new Set(rows.map(({ run_id }) => run_id))
}
