import type { Deps } from '../../deps.ts'
import type { Job } from '../../kernel/jobs/scheduler.ts'
import { leftWorkJob } from '../../kernel/jobs/left-work.ts'
import { closeRounds, closingRoundsDue, leftRounds } from './close-rounds.ts'
import { syncCatalogues } from './sync-catalogues.ts'

export function jobs(deps: Deps): Job[] {
  const left = leftWorkJob(deps, 'closing-rounds', [leftRounds(deps)])
  return deps.partners.gameStudios.some(({ outside }) => outside)
    ? [
        // Without `due`: a supplier that was never read has no row that could be due.
        { name: 'studio-catalogues', everyMs: 5_000, isExclusive: true, run: () => syncCatalogues(deps) },
        {
          name: 'studio-closing-rounds',
          everyMs: 1_000,
          due: closingRoundsDue(deps),
          isExclusive: true,
          run: () => closeRounds(deps),
        },
        left,
      ]
    : [left]
}
