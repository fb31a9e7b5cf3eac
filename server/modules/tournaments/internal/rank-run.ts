/** Assigns the places that win a prize; what no place wins goes back. */
import type { Deps, Tx } from '../../../deps.ts'
import { readClosed } from '../../players/read-closed.ts'
import { cashOf, rewardAt } from '../tournament-kind.ts'
import { returnToRewards } from './pool.ts'
import { putRun, type Run } from './runs.ts'
import { readTop, type Score } from './leaderboard.ts'

/** The caller has locked the run, and the consumer has applied all its rounds. */
export async function rankRun(tx: Tx, deps: Pick<Deps, 'ledger' | 'clock'>, run: Run): Promise<void> {
  const places = run.data.prizes.at(-1)!.to
  const winners = await findWinners(tx, run.id, places)
  for (const [index, { player_id }] of winners.entries())
    await tx
      .updateTable('rewards.tournament_scores')
      .set({ place: index + 1 })
      .where('run_id', '=', run.id)
      .where('player_id', '=', player_id)
      .execute()
  let left = 0n
  for (let place = winners.length + 1; place <= places; place++) left += cashOf(rewardAt(run.data, place)!)
  await returnToRewards(tx, deps, run, { key: 'not-won', amount: left })
  await putRun(tx, run, { ranked_at: deps.clock.now() })
}

/** A closed account has no place: the next player moves up. A score of zero or less wins nothing. */
async function findWinners(tx: Tx, runId: number, places: number): Promise<Score[]> {
  for (;;) {
    const top = (await readTop(tx, runId, { limit: places })).filter(({ score }) => score > 0n)
    const closed = await readClosed(
      tx,
      top.map(({ player_id }) => player_id),
    )
    if (closed.length === 0) return top
    await tx
      .updateTable('rewards.tournament_scores')
      .set({ is_closed: true })
      .where('run_id', '=', runId)
      .where('player_id', 'in', closed)
      .execute()
  }
}
