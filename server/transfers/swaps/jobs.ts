/** Removes quotes that expired without being confirmed. */
import type { Deps } from '../../deps.ts'
import type { Job } from '../../kernel/jobs/scheduler.ts'

const everyMs = 600_000

export const jobs = ({ db, clock }: Deps): Job[] => [
  {
    name: 'swap-quotes',
    everyMs,
    isExclusive: true,
    run: () =>
      db.kysely
        .deleteFrom('wallet.swaps')
        .where('confirmed_at', 'is', null)
        .where('expires_at', '<', new Date(clock.now().getTime() - everyMs))
        .execute(),
  },
]
