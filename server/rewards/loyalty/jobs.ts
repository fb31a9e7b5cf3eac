/** Applies new ladders, grants the rewards of levels, and reviews levels at the start of each month. None while loyalty is switched off. */
import type { Deps } from '../../deps.ts'
import type { Job } from '../../kernel/jobs/scheduler.ts'
import { applyLadder, laddersDue } from './apply-ladder.ts'
import { grantLevels, risesDue } from './grant-levels.ts'
import { reviewLevels, reviewsDue } from './review-levels.ts'

const minuteMs = 60_000

export const jobs = (deps: Deps): Job[] =>
  deps.settings.isLoyaltyEnabled
    ? [
        { name: 'loyalty-ladder', everyMs: 1000, due: laddersDue, isExclusive: true, run: () => applyLadder(deps) },
        { name: 'loyalty-rewards', everyMs: 1000, due: risesDue, isExclusive: true, run: () => grantLevels(deps) },
        {
          name: 'loyalty-levels',
          everyMs: minuteMs,
          due: reviewsDue,
          isExclusive: true,
          run: () => reviewLevels(deps),
        },
      ]
    : []
