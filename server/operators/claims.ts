/**
 * Who is looking at what in a queue. A claim is a courtesy that ends after some minutes: what is decided is guarded by the
 * state of the object, not by a claim.
 */
import { sql } from 'kysely'
import { type Claim, type ClaimKind, claimKinds, type QueueState } from '#contract/desk/queue.ts'
import type * as contract from '#contract/desk/queue.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { documentFigures } from '../identity/index.ts'
import type { DeskCtx } from '../kernel/http/desk-session.ts'
import type { QueueFigures } from '../kernel/queues.ts'
import { contactFigures } from '../messaging/index.ts'

/** A page that shows the object renews its claim every minute. */
const lastsMs = 3 * 60_000

export async function claim(
  ctx: DeskCtx,
  { kind, id }: VerbInput<typeof contract.claim>,
): Promise<Result<Claim, RefusalOf<typeof contract.claim>>> {
  if (!includesScope(ctx.actor.scopes, claimKinds[kind])) return refuse('notPermitted')
  const now = ctx.clock.now()
  const until = new Date(now.getTime() + lastsMs)
  // One statement, so that of two operators who open the object at once one is named to both.
  await sql`
    WITH over AS (
      DELETE FROM operators.claims WHERE ctid IN (
        SELECT ctid FROM operators.claims WHERE until <= ${now} AND (kind, subject) <> (${kind}, ${id}) LIMIT 20 FOR UPDATE SKIP LOCKED))
    INSERT INTO operators.claims (kind, subject, operator_id, until) VALUES (${kind}, ${id}, ${ctx.actor.id}, ${until})
    ON CONFLICT (kind, subject) DO UPDATE SET operator_id = excluded.operator_id, until = excluded.until
      WHERE claims.until <= ${now} OR claims.operator_id = excluded.operator_id`.execute(ctx.db.kysely)
  const found = (await readClaims(ctx, kind)).find((each) => each.id === id)
  // Released by the other operator between the two statements.
  return ok(found ?? { id, operator: ctx.actor.name, isOwn: true, until: until.toISOString() })
}

export async function releaseClaim(
  ctx: DeskCtx,
  { kind, id }: VerbInput<typeof contract.releaseClaim>,
): Promise<Result<void>> {
  await ctx.db.kysely
    .deleteFrom('operators.claims')
    .where('kind', '=', kind)
    .where('subject', '=', id)
    .where('operator_id', '=', ctx.actor.id)
    .execute()
  return ok()
}

async function readClaims({ db, clock, actor }: DeskCtx, kind: ClaimKind): Promise<Claim[]> {
  const rows = await db.kysely
    .selectFrom('operators.claims as claim')
    .innerJoin('operators.operators as operator', 'operator.id', 'claim.operator_id')
    .select(['claim.subject', 'claim.operator_id', 'claim.until', 'operator.name'])
    .where('claim.kind', '=', kind)
    .where('claim.until', '>', clock.now())
    .execute()
  return rows.map((row) => ({
    id: row.subject,
    operator: row.name,
    isOwn: row.operator_id === actor.id,
    until: row.until.toISOString(),
  }))
}

/** The state of a queue as the desk shows it: the owner of the queue reads the figures, this adds who looks at what. */
export async function queueState(
  ctx: DeskCtx,
  kind: ClaimKind,
  { waiting, count, decidedAfterMs }: QueueFigures,
): Promise<QueueState> {
  return {
    waiting: count,
    ids: waiting.map(({ id }) => id),
    oldestAt: oldestOf(waiting)?.toISOString() ?? null,
    medianMs: median(decidedAfterMs),
    claims: await readClaims(ctx, kind),
  }
}

/** A list may begin with others, such as contested markers. */
const oldestOf = (waiting: QueueFigures['waiting']): Date | undefined =>
  waiting.map(({ since }) => since).toSorted((one, other) => one.getTime() - other.getTime())[0]

/** Verification and messages lie below this context, so their queues are served here. */
export async function documentsState(ctx: DeskCtx): Promise<Result<QueueState>> {
  return ok(await queueState(ctx, 'document', await documentFigures(ctx.db)))
}

export async function contactMessagesState(ctx: DeskCtx): Promise<Result<QueueState>> {
  return ok(await queueState(ctx, 'message', await contactFigures(ctx.db.kysely)))
}

function median(values: number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  if (sorted.length === 0) return null
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
