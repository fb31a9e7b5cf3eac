/** Sends due deliveries, and ends and deletes old ones. Leases prevent duplicate work between processes. */
import type { Deps, KernelDeps } from '../../deps.ts'
import type { Job } from '../../kernel/jobs/scheduler.ts'
import { leftWorkJob } from '../../kernel/jobs/left-work.ts'
import { nextDue } from '../../kernel/queue.ts'
import { deliverDueBy, deliveryQueue, expireLeft } from './deliver.ts'
import { isDeliverable, leftDeliveries, media } from './internal/deliverable.ts'

/** How long an operator can see whether a mail was sent. Its content is deleted much earlier. */
const retentionMs = 30 * 86_400_000

export const jobs = (deps: Deps): Job[] => [
  // Short, because a player waits for the code.
  ...media.map((medium): Job => ({
    name: `deliveries-${medium}`,
    everyMs: 500,
    due: nextDue(deliveryQueue, isDeliverable(deps, medium)),
    run: (signal) => deliverDueBy(deps, medium, signal),
  })),
  { name: 'old-deliveries', everyMs: 10 * 60_000, isExclusive: true, run: () => endDeliveries(deps) },
  leftWorkJob(deps, 'deliveries', [leftDeliveries(deps)]),
]

async function endDeliveries(deps: Deps): Promise<void> {
  await expireLeft(deps)
  await pruneDeliveries(deps)
}

export async function pruneDeliveries({ db, clock }: KernelDeps): Promise<void> {
  await db.kysely
    .deleteFrom('deliveries.deliveries')
    .where('state', '<>', 'waiting')
    .where('ended_at', '<', new Date(clock.now().getTime() - retentionMs))
    .execute()
}
