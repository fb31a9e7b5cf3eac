import type { Deps } from '../../deps.ts'
import type { Job } from '../../kernel/jobs/scheduler.ts'
import { closeExpired } from './close-expired.ts'

export const jobs = (deps: Deps): Job[] => [
  { name: 'expired-sessions', everyMs: 3_600_000, isExclusive: true, run: () => closeExpired(deps) },
]
