import type { Deps } from '../../deps.ts'
import type { Job } from '../../kernel/jobs/scheduler.ts'
import { endFreeRounds } from './free-rounds.ts'
import { pruneWinners } from './prune-winners.ts'

export const jobs = (deps: Deps): Job[] => [
  { name: 'old-winners', everyMs: 3_600_000, isExclusive: true, run: () => pruneWinners(deps.db) },
  ...(deps.partners.gameStudios.some(({ outside }) => outside)
    ? [{ name: 'studio-free-rounds', everyMs: 10_000, isExclusive: true, run: () => endFreeRounds(deps) }]
    : []),
]
