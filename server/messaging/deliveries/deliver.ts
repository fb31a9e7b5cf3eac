/**
 * Sends waiting deliveries through their carriers. A claim is a lease: if a process ends, another takes over, so a
 * message is sent at least once. The carrier is called outside any transaction.
 */
import { createHash } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import { refuse, type Result } from '#contract/endpoint.ts'
import { jsonColumn, TextsByName } from '../../kernel/db/json-column.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Deps, KernelDeps } from '../../deps.ts'
import { type Queue, workOff } from '../../kernel/queue.ts'
import { isDeliverable, media, type Medium } from './internal/deliverable.ts'
import { countDelivery } from './internal/figures.ts'
import { renderMail, renderText } from './internal/render.ts'
import type { MailTemplate, TextTemplate } from './templates.ts'

type Row = Selectable<Tables['deliveries.deliveries']>
const readValues = jsonColumn('deliveries.deliveries.values', TextsByName)
type Outcome = 'sent' | 'refused' | 'given-up' | 'expired'

/** What a player waits for comes before campaigns. The lease is longer than any carrier takes to respond. */
export const deliveryQueue: Queue<Row> = {
  table: 'deliveries.deliveries',
  key: 'id',
  waits: "state = 'waiting'",
  order: 'campaign_id IS NOT NULL, next_attempt_at',
  leaseMs: 60_000,
  batch: 10,
}
const secondMs = 1000
const minuteMs = 60 * secondMs
/** Delay after the n-th attempt. Mail servers with greylisting accept the mail after five to fifteen minutes. */
const retryAfterMs = [
  5 * secondMs,
  15 * secondMs,
  minuteMs,
  3 * minuteMs,
  10 * minuteMs,
  20 * minuteMs,
  60 * minuteMs,
  120 * minuteMs,
  240 * minuteMs,
]

/** Sends everything that is due, by every medium. Returns the number of deliveries claimed. */
export async function deliverDue(deps: Deps): Promise<number> {
  let total = 0
  for (const medium of media) total += await deliverDueBy(deps, medium)
  return total
}

/**
 * Sends what is due by one medium, so that a carrier that does not answer delays no other; once `signal` aborts, only
 * what is in progress.
 */
export function deliverDueBy(deps: Deps, medium: Medium, signal?: AbortSignal): Promise<number> {
  return workOff(deps, deliveryQueue, isDeliverable(deps, medium), (row) => deliver(deps, row), signal)
}

async function deliver(deps: Deps, row: Row): Promise<void> {
  if (row.expires_at <= deps.clock.now()) return end(deps, row, 'expired', row.last_fault)
  const handed = await handOver(deps, row)
  if (handed.ok) return end(deps, row, 'sent', null)
  if (handed.refusal === 'refused') return end(deps, row, 'refused', handed.message ?? null)
  return retryLater(deps, row, handed.message ?? null)
}

/** What no process could hand over in time. */
export async function expireLeft(deps: Deps): Promise<void> {
  const over = await deps.db.kysely
    .selectFrom('deliveries.deliveries')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', deps.clock.now())
    .where(sql<boolean>`NOT (${sql.raw(media.map((medium) => isDeliverable(deps, medium)).join(' OR '))})`)
    .execute()
  for (const row of over)
    await end(deps, row, 'expired', row.last_fault ?? 'No process had a carrier and a text for it')
}

/** A template that fails to render is a bug: the delivery waits as in an outage, until a new version fixes it. */
async function handOver(deps: Deps, row: Row): Promise<Result<void, 'refused' | 'unavailable'>> {
  try {
    const values = readValues(row.values)
    if (row.medium === 'sms')
      return await deps.partners.sms.send({
        id: row.id,
        to: row.recipient,
        text: renderText(deps, row.locale, row.template as TextTemplate, values),
      })
    if (row.medium === 'push') return await handOverPush(deps, row, values)
    const mail = await renderMail(deps, row.locale, row.template as MailTemplate, values)
    return await deps.partners.mail.send({
      id: row.id,
      to: row.recipient,
      replyTo: row.reply_to ?? undefined,
      ...(values.unsubscribe && { unsubscribe: values.unsubscribe }),
      locale: row.locale,
      ...mail,
    })
  } catch (error) {
    deps.log.error({ err: error, delivery: row.id, template: row.template }, 'a delivery failed and will be retried')
    return { ok: false, refusal: 'unavailable', message: (error as Error).message.slice(0, 200) }
  }
}

async function handOverPush(
  { partners, clock }: Deps,
  row: Row,
  { endpoint, p256dh, auth, ...shown }: Record<string, string>,
): Promise<Result<void, 'refused' | 'unavailable'>> {
  if (!partners.push) return refuse('unavailable', { message: 'Push notifications are switched off' })
  return partners.push.send({
    id: row.recipient,
    to: { endpoint: endpoint!, p256dh: p256dh!, auth: auth! },
    isOffer: row.is_marketing,
    payload: JSON.stringify(shown),
    ttlSeconds: (row.expires_at.getTime() - clock.now().getTime()) / 1000,
    topic: createHash('sha256').update(shown.tag!).digest('base64url').slice(0, 32),
  })
}

/** Ends the delivery after the last attempt, or if the next one would come after the content expires. */
async function retryLater(deps: Deps, row: Row, fault: string | null): Promise<void> {
  const waitMs = retryAfterMs[row.attempts - 1]
  const next = new Date(deps.clock.now().getTime() + (waitMs ?? 0))
  if (waitMs === undefined) return end(deps, row, 'given-up', fault)
  if (next >= row.expires_at) return end(deps, row, 'expired', fault)
  countDelivery(row, 'retried')
  await ours(deps, row).set({ next_attempt_at: next, last_fault: fault }).execute()
}

/** Removes links and codes from the row in the same statement: they are no longer needed. */
async function end(deps: KernelDeps, row: Row, outcome: Outcome, fault: string | null): Promise<void> {
  countDelivery(row, outcome)
  if (outcome !== 'sent')
    deps.log.warn(
      { delivery: row.id, medium: row.medium, template: row.template, attempts: row.attempts, fault },
      `a delivery ended as ${outcome}`,
    )
  await ours(deps, row).set({ state: outcome, values: {}, ended_at: deps.clock.now(), last_fault: fault }).execute()
}

/** A process that has lost its lease must not overwrite its successor's result. */
function ours({ db }: KernelDeps, row: Row) {
  return db.kysely
    .updateTable('deliveries.deliveries')
    .where('id', '=', row.id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', row.attempts)
}
