/** Quests whose time is over, and rewards that need no claim. */
import type { Deps } from '../../deps.ts'
import type { Job } from '../../kernel/jobs/scheduler.ts'
import { finishQuests, questsDue } from './finish-quests.ts'

export const jobs = (deps: Deps): Job[] => [
  { name: 'quests', everyMs: 1000, due: questsDue, isExclusive: true, run: () => finishQuests(deps) },
]
