/** What a closed account leaves: its place in runs that are not ranked, and the cash that was due to it. */
import type { LedgerDeps, Tx } from '../../../deps.ts'
import { readGrantStatus } from '../../read-grant-status.ts'
import { putPrizeStatus, returnPrize, sourceAt } from './pay-prizes.ts'
import { lockRun } from './runs.ts'

/** The caller has locked the player, and `rewards` has voided what was due. */
export async function returnPrizes(tx: Tx, deps: LedgerDeps, playerId: string): Promise<void> {
  const held = await tx
    .selectFrom('rewards.tournament_scores as entry')
    .innerJoin('rewards.tournament_runs as run', 'run.id', 'entry.run_id')
    .select(['run.identity', 'entry.place', 'entry.prize_status', 'entry.prize_cash'])
    .where('entry.player_id', '=', playerId)
    .where('entry.is_closed', '=', false)
    .where((eb) => eb.or([eb('run.ranked_at', 'is', null), eb('entry.prize_status', '=', 'due')]))
    .orderBy('run.id')
    .execute()
  for (const { identity, place, prize_status, prize_cash } of held) {
    const run = (await lockRun(tx, identity))!
    if (prize_status === 'due' && place !== null) {
      const grant = { source: sourceAt(run, place), sourceId: identity, playerId }
      if ((await readGrantStatus(tx, grant)) !== 'void') continue
      await returnPrize(tx, deps, run, { playerId, place, prize_cash })
      await putPrizeStatus(tx, run.id, playerId, 'void')
    } else if (!run.ranked_at)
      await tx
        .updateTable('rewards.tournament_scores')
        .set({ is_closed: true })
        .where('run_id', '=', run.id)
        .where('player_id', '=', playerId)
        .execute()
  }
}
