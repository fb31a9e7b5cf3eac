/** The worker behind `send`: looks for due deliveries, and forgets old ones. */
import type { Deps } from '../../deps.ts'
import { deliverDue } from './deliver.ts'
import { showWaiting } from './internal/figures.ts'

/** Someone waits in front of a screen for the code. */
const everyMs = 500
/** How long the house can tell whether a mail went out. Its content is gone long before. */
const keptMs = 30 * 86_400_000
const pruneEveryMs = 10 * 60_000

/** Rounds never overlap within a process; between processes the leases keep them apart. Stopping waits for the round under way. */
export function startDeliveries(deps: Deps): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout
  let nextPruneAt = 0
  let round = Promise.resolve()
  const work = async (): Promise<void> => {
    await deliverDue(deps, stopping.signal)
    const now = deps.clock.now()
    if (now.getTime() < nextPruneAt) return
    nextPruneAt = now.getTime() + pruneEveryMs
    await pruneDeliveries(deps)
  }
  const begin = () => {
    round = work().catch((error) => deps.log.error({ err: error }, 'deliveries failed and will go on')).finally(() => {
      if (!stopping.signal.aborted) timer = setTimeout(begin, everyMs)
    })
  }
  showWaiting(deps)
  timer = setTimeout(begin, 0)
  return {
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await round
    },
  }
}

export async function pruneDeliveries({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.kysely.deleteFrom('deliveries.deliveries').where('state', '<>', 'waiting').where('ended_at', '<', new Date(clock.now().getTime() - keptMs)).execute()
}
