import type { Deps } from '../../deps.ts'
import type { Job } from '../../kernel/jobs/scheduler.ts'
import { endFreeRounds } from './free-rounds.ts'

export const jobs = (deps: Deps): Job[] =>
  deps.partners.gameStudios.some(({ outside }) => outside)
    ? [{ name: 'studio-free-rounds', everyMs: 10_000, isExclusive: true, run: () => endFreeRounds(deps) }]
    : []
