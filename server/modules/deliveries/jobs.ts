/** The worker behind `send`: looks for due deliveries, and forgets old ones. */
import type { Deps } from '../../deps.ts'
import { type Rounds, startPoller } from '../../jobs/poller.ts'
import { deliverDue } from './deliver.ts'
import { showWaiting } from './internal/figures.ts'

/** Someone waits in front of a screen for the code. */
const everyMs = 500
/** How long the house can tell whether a mail went out. Its content is gone long before. */
const keptMs = 30 * 86_400_000
const pruneEveryMs = 10 * 60_000

/** Between processes the leases keep the rounds apart. */
export function startDeliveries(deps: Deps): Rounds {
  let nextPruneAt = 0
  showWaiting(deps)
  return startPoller(deps, everyMs, 'deliveries', async (signal) => {
    await deliverDue(deps, signal)
    const now = deps.clock.now().getTime()
    if (now < nextPruneAt) return
    nextPruneAt = now + pruneEveryMs
    await pruneDeliveries(deps)
  })
}

export async function pruneDeliveries({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.kysely
    .deleteFrom('deliveries.deliveries')
    .where('state', '<>', 'waiting')
    .where('ended_at', '<', new Date(clock.now().getTime() - keptMs))
    .execute()
}
