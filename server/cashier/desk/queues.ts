/** The queues of withdrawals in review and of flagged payments, for the desk and the command line. */
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type * as contract from '#contract/desk/payments.ts'
import { ok, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import { pageOf, readKey } from '../../kernel/page-key.ts'
import { queueState } from '../../operators/index.ts'
import { presentPayment, selectPayments } from './payments.ts'

const pageSize = 50
const mostIds = 500
/** The beginning of the wait, and the id of the payment or flag. */
type Key = [since: string, id: string]

/** The longest waiting first. */
export function selectInReview(db: Kysely<Tables>, after: Key | null, limit: number) {
  return selectPayments(db)
    .where('invoice.review', '=', 'open')
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(invoice.created_at, invoice.id) > (${after![0]}::timestamptz, ${after![1]}::uuid)`),
    )
    .orderBy('invoice.created_at')
    .orderBy('invoice.id')
    .limit(limit)
}

/** The longest waiting first. */
export function selectFlagged(db: Kysely<Tables>, after: Key | null, limit: number) {
  return selectPayments(db)
    .where('raised.id', 'is not', null)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(raised.raised_at, raised.id) > (${after![0]}::timestamptz, ${after![1]}::bigint)`),
    )
    .orderBy('raised.raised_at')
    .orderBy('raised.id')
    .limit(limit)
}

export async function listWithdrawals(
  ctx: DeskCtx,
  { after }: VerbInput<typeof contract.listWithdrawals>,
): Promise<Result<ReplyOf<typeof contract.listWithdrawals>>> {
  const key = readKey(after, z.tuple([z.iso.datetime(), z.uuid()]))
  const found = await selectInReview(ctx.db.kysely, key, pageSize + 1).execute()
  const { rows, next } = pageOf(found, pageSize, ({ created_at, id }) => [created_at, id])
  return ok({ payments: rows.map(presentPayment), next })
}

export async function listFlagged(
  ctx: DeskCtx,
  { after }: VerbInput<typeof contract.listFlagged>,
): Promise<Result<ReplyOf<typeof contract.listFlagged>>> {
  const key = readKey(after, z.tuple([z.iso.datetime(), z.string().regex(/^\d{1,18}$/)]))
  const found = await selectFlagged(ctx.db.kysely, key, pageSize + 1).execute()
  const { rows, next } = pageOf(found, pageSize, ({ raised_at, flag_id }) => [raised_at, flag_id])
  return ok({ payments: rows.map(presentPayment), next })
}

export async function withdrawalsState(ctx: DeskCtx): Promise<Result<ReplyOf<typeof contract.withdrawalsState>>> {
  const { kysely } = ctx.db
  const [waiting, count, decided] = await Promise.all([
    kysely
      .selectFrom('payments.invoices')
      .select(['number as id', 'created_at as since'])
      .where('review', '=', 'open')
      .orderBy('created_at')
      .orderBy('id')
      .limit(mostIds)
      .execute(),
    kysely
      .selectFrom('payments.invoices')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('review', '=', 'open')
      .executeTakeFirstOrThrow(),
    kysely
      .selectFrom('payments.invoices')
      .select(['created_at', 'reviewed_at'])
      .where('reviewed_by', 'is not', null)
      .orderBy('reviewed_at', 'desc')
      .limit(50)
      .execute(),
  ])
  const decidedAfterMs = decided.map((row) => row.reviewed_at!.getTime() - row.created_at.getTime())
  return ok(await queueState(ctx, 'withdrawal', { waiting, count: count.count, decidedAfterMs }))
}

export async function flagsState(ctx: DeskCtx): Promise<Result<ReplyOf<typeof contract.flagsState>>> {
  const { kysely } = ctx.db
  const open = kysely.selectFrom('payments.flags as raised').where('settled_at', 'is', null)
  const [waiting, count, decided] = await Promise.all([
    open
      .innerJoin('payments.invoices as invoice', 'invoice.id', 'raised.invoice_id')
      .select(['invoice.number as id', 'raised.raised_at as since'])
      .orderBy('raised.raised_at')
      .orderBy('raised.id')
      .limit(mostIds)
      .execute(),
    open.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow(),
    kysely
      .selectFrom('payments.flags')
      .select(['raised_at', 'settled_at'])
      .where('settled_at', 'is not', null)
      .orderBy('settled_at', 'desc')
      .limit(50)
      .execute(),
  ])
  const decidedAfterMs = decided.map((row) => row.settled_at!.getTime() - row.raised_at.getTime())
  return ok(await queueState(ctx, 'flag', { waiting, count: count.count, decidedAfterMs }))
}
