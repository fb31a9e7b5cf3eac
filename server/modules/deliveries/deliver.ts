/**
 * Hands waiting deliveries to their carriers. A claim is a lease: whoever dies with one leaves it to the next, so a message goes
 * out at least once. The carrier is called outside of any transaction.
 */
import { sql, type Selectable } from 'kysely'
import type { Result } from '#contract/endpoint.ts'
import type { Tables } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { countDelivery } from './internal/figures.ts'
import { renderMail, renderText } from './internal/render.ts'
import type { MailTemplate, TextTemplate } from './templates.ts'

type Row = Selectable<Tables['deliveries.deliveries']>
type Outcome = 'sent' | 'refused' | 'given-up' | 'expired'

/** Longer than any carrier takes to answer. */
const leaseMs = 60_000
const batch = 10
const secondMs = 1000
const minuteMs = 60 * secondMs
/** Wait after the n-th attempt. Mail servers that turn a stranger away at first take the mail after five to fifteen minutes. */
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

/** Sends everything that is due, or what is under way when `signal` comes. Answers with how many deliveries it took up. */
export async function deliverDue(deps: Deps, signal?: AbortSignal): Promise<number> {
  for (let total = 0; ;) {
    const claimed = await claim(deps)
    await Promise.all(claimed.map((row) => deliver(deps, row)))
    total += claimed.length
    if (claimed.length < batch || signal?.aborted) return total
  }
}

/** Chosen in a part of its own: a planner may run a subquery below IN again for every row, and each run skips what the one before locked. */
async function claim({ db, clock }: Deps): Promise<Row[]> {
  const now = clock.now()
  return db.kysely
    .with('due', (chosen) =>
      chosen
        .selectFrom('deliveries.deliveries')
        .select('id')
        .where('state', '=', 'waiting')
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('deliveries.deliveries')
    .from('due')
    .set({ attempts: sql<number>`attempts + 1`, next_attempt_at: new Date(now.getTime() + leaseMs) })
    .whereRef('deliveries.deliveries.id', '=', 'due.id')
    .returningAll('deliveries.deliveries')
    .execute()
}

async function deliver(deps: Deps, row: Row): Promise<void> {
  if (row.expires_at <= deps.clock.now()) return end(deps, row, 'expired', row.last_fault)
  const handed = await handOver(deps, row)
  if (handed.ok) return end(deps, row, 'sent', null)
  if (handed.refusal === 'refused') return end(deps, row, 'refused', handed.message ?? null)
  return retryLater(deps, row, handed.message ?? null)
}

/** A template that cannot be rendered is a fault of ours: it waits like an outage, and is mended by the next version. */
async function handOver(deps: Deps, row: Row): Promise<Result<void, 'refused' | 'unavailable'>> {
  const values = row.values as Record<string, string>
  try {
    if (row.medium === 'sms')
      return await deps.partners.sms.send({
        id: row.id,
        to: row.recipient,
        text: renderText(deps, row.locale, row.template as TextTemplate, values),
      })
    const mail = await renderMail(deps, row.locale, row.template as MailTemplate, values)
    return await deps.partners.mail.send({
      id: row.id,
      to: row.recipient,
      replyTo: row.reply_to ?? undefined,
      locale: row.locale,
      ...mail,
    })
  } catch (error) {
    deps.log.error(
      { err: error, delivery: row.id, template: row.template },
      'a delivery failed and will be tried again',
    )
    return { ok: false, refusal: 'unavailable', message: (error as Error).message.slice(0, 200) }
  }
}

/** The last attempt ends it; so does one that would come after its content expired. */
async function retryLater(deps: Deps, row: Row, fault: string | null): Promise<void> {
  const waitMs = retryAfterMs[row.attempts - 1]
  const next = new Date(deps.clock.now().getTime() + (waitMs ?? 0))
  if (waitMs === undefined) return end(deps, row, 'given-up', fault)
  if (next >= row.expires_at) return end(deps, row, 'expired', fault)
  countDelivery(row, 'retried')
  await ours(deps, row).set({ next_attempt_at: next, last_fault: fault }).execute()
}

/** Takes the links and codes out of the row in the same statement: they are of no further use here. */
async function end(deps: Deps, row: Row, outcome: Outcome, fault: string | null): Promise<void> {
  countDelivery(row, outcome)
  if (outcome !== 'sent')
    deps.log.warn(
      { delivery: row.id, medium: row.medium, template: row.template, attempts: row.attempts, fault },
      `a delivery ended as ${outcome}`,
    )
  await ours(deps, row).set({ state: outcome, values: {}, ended_at: deps.clock.now(), last_fault: fault }).execute()
}

/** A process that lost its lease in the meantime must not undo what its successor did. */
function ours({ db }: Deps, row: Row) {
  return db.kysely
    .updateTable('deliveries.deliveries')
    .where('id', '=', row.id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', row.attempts)
}
