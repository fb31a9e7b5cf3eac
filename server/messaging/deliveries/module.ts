/** The queue of mails and text messages. */
import { sql } from 'kysely'
import { defineModule } from '../../kernel/module.ts'
import type { Deps, KernelDeps } from '../../deps.ts'
import type { Job } from '../../kernel/jobs/scheduler.ts'
import { leftWorkJob } from '../../kernel/jobs/left-work.ts'
import { nextDue } from '../../kernel/queue.ts'
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'
import { word } from '../../kernel/desk-words.ts'
import { timelineSource } from '../../kernel/timeline.ts'
import { measureDeliveries } from './internal/figures.ts'
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

/** The mails and text messages sent to a player. Their contents may have been secret, so they are not stored. */
const lifecycle: PlayerLifecycle = {
  sections: {
    deliveries: ({ db }, playerId) =>
      db.kysely
        .selectFrom('deliveries.deliveries')
        .select(['medium', 'recipient', 'template', 'locale', 'state', 'created_at'])
        .where('player_id', '=', playerId)
        .orderBy('created_at', 'desc')
        .limit(recordLimit)
        .execute(),
  },
}

/** Mails, SMS and push notifications in the timeline of a player. */
const timeline = [
  timelineSource<{ medium: string; template: string; state: string }>({
    name: 'deliveries',
    kind: 'mails',
    scope: 'support:read',
    from: sql`deliveries.deliveries`,
    where: (playerId) => sql`player_id = ${playerId}`,
    at: sql`created_at`,
    id: sql`id`,
    idType: 'uuid',
    select: sql`medium, template, state`,
    show: ({ medium, template, state }) => ({ what: medium, detail: [word(`template.${template}`)], state }),
  }),
]

export default defineModule({
  name: 'deliveries',
  tables: ['deliveries.deliveries'],
  jobs,
  lifecycle,
  metrics: measureDeliveries,
  timeline,
})
