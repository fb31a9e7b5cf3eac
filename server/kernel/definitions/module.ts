/** Versioned definitions of rewards. Each module with definitions declares their kind. */
import type { Deps } from '../../deps.ts'
import { defineModule } from '../module.ts'
import type { Job } from '../jobs/scheduler.ts'
import { moveDue } from './change-definition.ts'

const due = `SELECT least(
  (SELECT min(starts_at) FROM rewards.definitions WHERE state = 'scheduled'),
  (SELECT min(ends_at) FROM rewards.definitions WHERE state = 'active' AND ends_at IS NOT NULL))`

const jobs = (deps: Deps): Job[] => [
  { name: 'definitions', everyMs: 1000, due, run: (_signal, actor) => moveDue(deps, actor) },
]

export default defineModule({
  name: 'definitions',
  tables: ['rewards.definitions'],
  jobs,
})
