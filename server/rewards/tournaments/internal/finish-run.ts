/** Finishes a run whose prizes have all been granted, and announces it. */
import type { CompletedTournament } from '#contract/tournaments.ts'
import type { TextDeps, Tx } from '../../../deps.ts'
import { append } from '../../../kernel/outbox/append.ts'
import type { SystemActor } from '../../../kernel/actor.ts'
import { ratesAt } from '../../../reference/index.ts'
import { readPromised } from '../../promised.ts'
import { defaultLocale } from '../../../kernel/locales.ts'
import { placesOf, titleOfPrize } from './prizes.ts'
import { lockRun, noteRun, putRun, type Run } from './runs.ts'
import { runStates } from './states.ts'

/** False if prizes are left to grant. */
export async function finishRun(tx: Tx, deps: TextDeps, actor: SystemActor, identity: string): Promise<boolean> {
  const run = await lockRun(tx, identity)
  if (!run || run.state !== 'finalising') return false
  const winners = await readWinners(tx, run.id)
  if (winners.some(({ prize_status }) => prize_status === null)) return false
  const { to } = runStates.move(run.state, 'finished', 'system')
  await putRun(tx, run, { state: to, finished_at: deps.clock.now() })
  await noteRun(tx, { ...deps, actor }, run, { to })
  await append(tx, {
    channel: 'tournaments',
    event: 'tournament.completed',
    payload: completed(
      { ...deps, promised: await readPromised(tx), rates: await ratesAt(tx, deps.clock.now()) },
      run,
      winners,
    ),
    version: run.id,
  })
  return true
}

export function readWinners(tx: Tx, runId: number) {
  return tx
    .selectFrom('rewards.tournament_scores')
    .select(['player_id', 'place', 'score', 'prize_status', 'prize_cash'])
    .where('run_id', '=', runId)
    .where('place', 'is not', null)
    .orderBy('place')
    .execute()
}

function completed(
  deps: Parameters<typeof titleOfPrize>[0],
  run: Run,
  winners: Awaited<ReturnType<typeof readWinners>>,
): CompletedTournament {
  return {
    identity: run.identity,
    title: run.data.title.en,
    prizes: placesOf(run.data).map(({ place, reward }) => {
      const winner = winners.find((each) => each.place === place)
      const title = titleOfPrize(deps, reward, defaultLocale)
      return { place, title, entry: winner ? { playerId: winner.player_id } : null }
    }),
  }
}
