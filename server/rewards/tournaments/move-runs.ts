/** Starts, ends, ranks, pays and finishes runs at their times. Each step is a transaction that can be repeated. */
import type { Deps, Tx } from '../../deps.ts'
import { record } from '../../kernel/facts/fact.ts'
import { tournamentStarted } from '../../kernel/facts/kinds.ts'
import { hasCountedUpTo } from '../../kernel/facts/positions.ts'
import type { SystemActor } from '../../kernel/actor.ts'
import { readCurrentPeriods } from '../../kernel/definitions/definitions.ts'
import { scoresConsumer } from './consumers.ts'
import { endWithoutWinners } from './internal/cancel.ts'
import { sumEntries } from './internal/entries.ts'
import { finishRun } from './internal/finish-run.ts'
import { payPrizes } from './internal/pay-prizes.ts'
import { fundPool } from './internal/pool.ts'
import { rankRun } from './internal/rank-run.ts'
import { tournamentKind } from './tournament-kind.ts'
import { freezeRates, lockRun, noteRun, putRun, type Run } from './internal/runs.ts'
import { runStates } from './internal/states.ts'

/** Returns how many steps were made. A run that fails does not stop the others. */
export async function moveRuns(deps: Deps, actor: SystemActor): Promise<number> {
  const due = await deps.db.kysely
    .selectFrom('rewards.tournament_runs')
    .select('identity')
    .where('state', 'in', ['published', 'running', 'finalising'])
    .where('starts_at', '<=', deps.clock.now())
    .orderBy('starts_at')
    .execute()
  let steps = 0
  const failures: unknown[] = []
  for (const { identity } of due)
    try {
      while (await step(deps, actor, identity)) steps++
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
  return steps
}

/** False if the run waits for its next time, or for the consumer of scores. */
async function step(deps: Deps, actor: SystemActor, identity: string): Promise<boolean> {
  const done = await deps.db.transaction(async (tx): Promise<'moved' | 'waits' | 'pays'> => {
    const run = await lockRun(tx, identity)
    const now = deps.clock.now()
    if (!run) return 'waits'
    if (run.state === 'published') return (await start(tx, deps, actor, run, now)) ? 'moved' : 'waits'
    if (run.state === 'running' && run.ends_at <= now) {
      const { to } = runStates.move(run.state, 'ended', 'system')
      await putRun(tx, run, { state: to })
      await noteRun(tx, { ...deps, actor }, run, { to })
      return 'moved'
    }
    if (run.state !== 'finalising') return 'waits'
    if (run.ranked_at) return 'pays'
    if (now.getTime() < run.ends_at.getTime() + run.hold_seconds * 1000) return 'waits'
    if (!(await hasCountedUpTo(tx, scoresConsumer, run.ends_at))) return 'waits'
    if (!(await rankRun(tx, deps, run)))
      await endWithoutWinners(tx, { ...deps, actor }, run, 'nobody has a score above zero')
    return 'moved'
  })
  if (done !== 'pays') return done === 'moved'
  await payPrizes(deps, identity)
  return deps.db.transaction((tx) => finishRun(tx, deps, actor, identity))
}

async function start(tx: Tx, deps: Deps, actor: SystemActor, run: Run, now: Date): Promise<boolean> {
  if (run.starts_at > now) return false
  const current = await readCurrentPeriods(tx, tournamentKind)
  if (!current.some(({ identity, state }) => identity === run.definition && state === 'active')) {
    // An ended definition begins nothing new.
    await endWithoutWinners(tx, { ...deps, actor }, run, 'the definition has ended')
    return true
  }
  const entries = run.entry === 'buy-in' ? await sumEntries(tx, run.id) : null
  if (entries && entries.players < run.fewest_players!) {
    await endWithoutWinners(tx, { ...deps, actor }, run, 'fewer players than it needs')
    return true
  }
  await freezeRates(tx, now)
  await fundPool(tx, deps, run)
  const { to } = runStates.move(run.state, 'started', 'system')
  await putRun(tx, run, { state: to, ...(entries && { collected: entries.paid }) })
  await record(tx, tournamentStarted, { player: null, subject: run.identity, data: {} })
  await noteRun(tx, { ...deps, actor }, run, { to })
  return true
}
