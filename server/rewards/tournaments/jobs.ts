/** Runs are published ahead, and moved when they are due. */
import type { Deps } from '../../deps.ts'
import type { Job } from '../../kernel/jobs/scheduler.ts'
import { prizesDue, settleDuePrizes } from './internal/pay-prizes.ts'
import { moveRuns } from './move-runs.ts'
import { publishRuns } from './publish-runs.ts'
import { refundEntries, refundsDue } from './refund-entries.ts'

const due = `SELECT min(CASE state WHEN 'published' THEN starts_at WHEN 'running' THEN ends_at
    ELSE ends_at + hold_seconds * interval '1 second' END)
  FROM rewards.tournament_runs WHERE state IN ('published', 'running', 'finalising')`

export const jobs = (deps: Deps): Job[] => [
  { name: 'tournaments-published', everyMs: 60_000, run: () => publishRuns(deps) },
  { name: 'tournaments-due', everyMs: 60_000, due: prizesDue, run: () => settleDuePrizes(deps) },
  { name: 'tournaments-refunds', everyMs: 1000, due: refundsDue, run: () => refundEntries(deps) },
  { name: 'tournaments', everyMs: 1000, due, run: (_signal, actor) => moveRuns(deps, actor) },
]
