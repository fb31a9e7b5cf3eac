/** The queues of withdrawals in review and of flagged payments, for the desk and the command line. */
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type * as contract from '#contract/desk/payments.ts'
import { ok, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import { pageOf, readKey } from '../../kernel/page-key.ts'
import { readFigures } from '../../kernel/queues.ts'
import { queueState } from '../../operators/index.ts'
import { presentPayment, selectPayments } from './payments.ts'

const pageSize = 50
/** After every promise. */
const notPromised = '9999-12-31T00:00:00.000Z'
/** The promised answer or the beginning of the wait, and the id of the payment or flag. */
type Key = [since: string, id: string]

/** Those in which the player has to act come last, because their clock stands. */
const promisedBy = sql<Date>`coalesce(hold.promised_by, ${notPromised}::timestamptz)`

/** The promised answers in their order. */
export function selectInReview(db: Kysely<Tables>, after: Key | null, limit: number) {
  return selectPayments(db)
    .select(promisedBy.as('due'))
    .where('invoice.review', '=', 'open')
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(${promisedBy}, invoice.id) > (${after![0]}::timestamptz, ${after![1]}::uuid)`),
    )
    .orderBy(promisedBy)
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
  const { rows, next } = pageOf(found, pageSize, ({ due, id }) => [due, id])
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
  const figures = await readFigures(ctx.db.kysely, {
    waiting: sql`SELECT invoice.number AS id, invoice.created_at AS since, ${promisedBy} AS due, invoice.id AS key
      FROM payments.invoices AS invoice LEFT JOIN payments.holds AS hold ON hold.invoice_id = invoice.id AND hold.ended_at IS NULL
      WHERE invoice.review = 'open'`,
    order: sql`due, key`,
    decided: sql`SELECT created_at AS since, reviewed_at AS decided_at FROM payments.invoices
      WHERE reviewed_by IS NOT NULL ORDER BY reviewed_at DESC LIMIT 50`,
  })
  return ok(await queueState(ctx, 'withdrawal', figures))
}

export async function flagsState(ctx: DeskCtx): Promise<Result<ReplyOf<typeof contract.flagsState>>> {
  const figures = await readFigures(ctx.db.kysely, {
    waiting: sql`SELECT invoice.number AS id, raised.raised_at AS since, raised.id AS key FROM payments.flags AS raised
      JOIN payments.invoices AS invoice ON invoice.id = raised.invoice_id WHERE raised.settled_at IS NULL`,
    order: sql`since, key`,
    decided: sql`SELECT raised_at AS since, settled_at AS decided_at FROM payments.flags
      WHERE settled_at IS NOT NULL ORDER BY settled_at DESC LIMIT 50`,
  })
  return ok(await queueState(ctx, 'flag', figures))
}
