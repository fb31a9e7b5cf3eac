/** Assigns the places that win a prize; what no place wins goes back. */
import type { LedgerDeps, Tx } from '../../../deps.ts'
import { readClosed } from '../../../identity/index.ts'
import { cashOf, rewardAt } from '../tournament-kind.ts'
import { returnToRewards, takeFees } from './pool.ts'
import { sharesOf } from './prizes.ts'
import { putRun, type Run } from './runs.ts'
import { readTop, type Score } from './leaderboard.ts'

/**
 * The caller has locked the run, and the consumer has applied all its rounds. False if nobody wins what players have
 * paid: nothing is written, and the run is to be cancelled.
 */
export async function rankRun(tx: Tx, deps: LedgerDeps, run: Run): Promise<boolean> {
  const places = run.data.prizes.at(-1)!.to
  const winners = await findWinners(tx, run.id, places)
  const isPaidFor = run.buy_in !== null
  if (isPaidFor && winners.length === 0) return false
  const fees = isPaidFor ? (run.collected / run.buy_in!) * run.fee! : 0n
  const shares = isPaidFor ? sharesOf(run.data, run.pool + run.collected - fees, winners.length) : []
  for (const [index, { player_id }] of winners.entries())
    await tx
      .updateTable('rewards.tournament_scores')
      .set({ place: index + 1, prize_cash: shares[index] || null })
      .where('run_id', '=', run.id)
      .where('player_id', '=', player_id)
      .execute()
  let left = 0n
  for (let place = winners.length + 1; place <= places; place++) left += cashOf(rewardAt(run.data, place)!)
  await returnToRewards(tx, deps, run, { key: 'not-won', amount: left })
  await takeFees(tx, deps, run, fees)
  await putRun(tx, run, { ranked_at: deps.clock.now(), fees })
  return true
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
