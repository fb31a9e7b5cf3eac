/**
 * The job that runs shared rounds for as long as they have players or watchers. Where another process does, it waits for that
 * one's lease.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type SharedGame, sharedGames } from '#contract/shared-rounds.ts'
import type { Job } from '../../kernel/jobs/scheduler.ts'
import { Leader, type LeaderNeeds, LeaseLost } from './lead.ts'

/** A round that is in progress, or a game that was watched since its leader rested. */
export const sharedRoundsDue = `
  SELECT min(coalesce(leader.leased_until, watched.watched_at)) FROM shared.watched LEFT JOIN shared.leaders AS leader USING (game)
  WHERE watched.watched_at > coalesce(leader.rested_at, '-infinity')
    OR EXISTS (SELECT FROM shared.rounds AS round WHERE round.game = watched.game AND round.phase <> 'ended')`

export function sharedRoundsJob(needs: LeaderNeeds): Job {
  return {
    name: 'shared-rounds',
    everyMs: 100,
    due: sharedRoundsDue,
    // A copy has the same chain: its rounds would show what the live ones become.
    isLiveOnly: true,
    run: (signal) => Promise.all(sharedGames.map((game) => leadOnOwn(needs, game, signal))),
  }
}

/** On a connection of its own: a tick never waits for those on which hundreds place bets and cash out. */
async function leadOnOwn(needs: LeaderNeeds, game: SharedGame, signal: AbortSignal): Promise<void> {
  const { db } = needs.deps
  const { close, ...own } = db.openOwn(2)
  try {
    await lead({ ...needs, deps: { ...needs.deps, db: { ...db, ...own } } }, game, signal)
  } finally {
    await close()
  }
}

async function lead(needs: LeaderNeeds, game: SharedGame, signal: AbortSignal): Promise<void> {
  const leader = new Leader(game, needs)
  if (!(await leader.elect())) return
  try {
    while (!signal.aborted) {
      const waitMs = await leader.step()
      if (waitMs === null) break
      await sleep(Math.max(0, waitMs), undefined, { signal }).catch(() => undefined)
    }
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
    needs.deps.log.warn({ game }, 'another process runs the shared rounds now')
  } finally {
    await leader.release()
  }
}
