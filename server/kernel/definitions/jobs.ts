/** Starts and ends definitions at their times. */
import type { Deps } from '../../deps.ts'
import type { Job } from '../jobs/scheduler.ts'
import { moveDue } from './change-definition.ts'

const due = `SELECT least(
  (SELECT min(starts_at) FROM rewards.definitions WHERE state = 'scheduled'),
  (SELECT min(ends_at) FROM rewards.definitions WHERE state = 'active' AND ends_at IS NOT NULL))`

export const jobs = (deps: Deps): Job[] => [
  { name: 'definitions', everyMs: 1000, due, run: (_signal, actor) => moveDue(deps, actor) },
]
