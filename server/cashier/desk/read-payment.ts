/** A payment with all that a decision about it depends on. */
import { sql } from 'kysely'
import type * as contract from '#contract/desk/payments.ts'
import { ok, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import { readPlayer, statusName } from '../../identity/index.ts'
import { audit } from '../../kernel/audit.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import { readMovements, readTotals } from '../../ledger/index.ts'
import { inUnits } from '../../reference/index.ts'
import { listBalances } from '../../wallet/index.ts'
import { readEvents, readFlags } from '../flags/read-flagged.ts'
import type { InvoiceRow } from '../internal/invoices.ts'
import { partnerNamed } from '../internal/partner-of.ts'
import { readFields } from '../internal/stored.ts'
import { readHolds } from '../payouts/holds.ts'
import { countPaidTo, readPaymentTotals } from '../payouts/payment-totals.ts'
import { presentFlag, presentPayment, selectPayments } from './payments.ts'

const mostOthers = 20

export async function readPayment(
  ctx: DeskCtx,
  { number }: VerbInput<typeof contract.readPayment>,
): Promise<Result<contract.PaymentCase, 'paymentNotFound'>> {
  const { kysely } = ctx.db
  const row = await kysely.selectFrom('payments.invoices').selectAll().where('number', '=', number).executeTakeFirst()
  if (!row) return refuse('paymentNotFound')
  const { id, player_id: playerId } = row
  await audit(kysely, ctx, { action: 'payment-read', playerId, detail: { invoice: number } })
  const payments = selectPayments(kysely)
  const concerns = ctx.lifecycles.flatMap(({ concerns: read }) => (read ? [read(ctx, playerId)] : []))
  const course = (await readHolds(kysely, [id])).get(id) ?? {}
  const [shown, player, balances, totals, flags, movements, history, others, play, methods, destination, waitsFor] =
    await Promise.all([
      payments.where('invoice.id', '=', id).executeTakeFirstOrThrow(),
      readPlayer(kysely, playerId),
      listBalances(kysely, playerId),
      readPaymentTotals(kysely, playerId),
      readFlags(kysely, id),
      readMovements(kysely, { kind: 'invoice', id }),
      readEvents(kysely, id),
      payments
        .where('invoice.player_id', '=', playerId)
        .where('invoice.id', '<>', id)
        .where('invoice.amount', 'is not', null)
        .orderBy(sql`invoice.status = ${sql.lit(InvoiceStatus.pending)}`, 'desc')
        .orderBy('invoice.created_at', 'desc')
        .orderBy('invoice.id')
        .limit(mostOthers)
        .execute(),
      readPlay(ctx, row),
      readMethods(ctx, playerId),
      readDestination(ctx, row),
      readNextStep(ctx, row),
    ])
  return ok({
    payment: presentPayment(shown),
    version: row.version,
    review: reviewOf(row),
    turns: course.turns ?? [],
    compensation: course.compensation === undefined ? null : inUnits(BigInt(course.compensation), row.currency),
    waitsFor,
    flags: flags.map((flag) => presentFlag(row, flag)),
    network: row.network,
    externalId: row.external_id,
    fields: readFields(row.fields),
    destination,
    player: {
      id: playerId,
      status: statusName(player.status),
      name: [player.first_name, player.last_name].filter(Boolean).join(' ') || null,
      email: player.email,
      phone: player.phone,
      country: player.country,
      createdAt: player.created_at.toISOString(),
      identityVerifiedAt: player.identity_verified_at?.toISOString() ?? null,
    },
    wallets: balances.map(({ currency, cash, bonus, held, vault }) => ({
      currency,
      cash: inUnits(cash, currency),
      bonus: inUnits(bonus, currency),
      locked: inUnits(held, currency),
      vault: inUnits(vault, currency),
    })),
    totals: totals.map(({ currency, deposited, withdrawn }) => ({
      currency,
      deposited: inUnits(deposited, currency),
      withdrawn: inUnits(withdrawn, currency),
    })),
    play,
    methods,
    concerns: (await Promise.all(concerns)).flat().map((concern) => ({ ...concern, at: concern.at.toISOString() })),
    others: others.map(presentPayment),
    movements: movements.map(({ kind, from, to, amount, currency }) => ({
      kind,
      from,
      to,
      amount: inUnits(amount, currency),
    })),
    history: history.map(({ at, stage, note }) => ({ at: at.toISOString(), stage, note })),
  })
}

function reviewOf(row: InvoiceRow): contract.PaymentCase['review'] {
  if (row.review === null) return null
  return {
    state: row.review as NonNullable<contract.PaymentCase['review']>['state'],
    by: row.reviewed_by,
    at: row.reviewed_at?.toISOString() ?? null,
    reason: row.review_note,
  }
}

/** What keeps a payment from its end, which its stage alone does not say. */
async function readNextStep(ctx: DeskCtx, row: InvoiceRow): Promise<contract.PaymentCase['waitsFor']> {
  if (row.flag !== null) return { what: 'flag', attempts: 0, nextAt: null }
  if (row.status !== InvoiceStatus.pending) return null
  if (row.review === 'open') return { what: 'review', attempts: 0, nextAt: null }
  const isKnown = partnerNamed(ctx, row.partner) !== undefined
  const payout = await ctx.db.kysely
    .selectFrom('payments.payouts')
    .select(['state', 'attempts', 'next_attempt_at'])
    .where('invoice_id', '=', row.id)
    .executeTakeFirst()
  const isUnsent = payout && ['queued', 'sending'].includes(payout.state)
  const attempts = isUnsent ? payout.attempts : row.checks
  if (!isKnown) return { what: 'no-partner', attempts, nextAt: null }
  const next = isUnsent ? payout.next_attempt_at : row.next_check_at
  const what = isUnsent ? 'sending' : row.type === InvoiceType.deposit ? 'payer' : 'result'
  return { what, attempts, nextAt: next?.toISOString() ?? null }
}

async function readPlay({ db }: DeskCtx, row: InvoiceRow): Promise<contract.PaymentCase['play']> {
  const deposit = await db.kysely
    .selectFrom('payments.invoices')
    .select('ended_at')
    .where('player_id', '=', row.player_id)
    .where('type', '=', InvoiceType.deposit)
    .where('status', '=', InvoiceStatus.success)
    .where('ended_at', '<=', row.created_at)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const since = deposit?.ended_at?.toISOString() ?? null
  const totals = await readTotals(db.kysely, row.player_id, since === null ? {} : { from: since })
  return {
    since,
    totals: totals.map(({ currency, staked, stakedFromBonus, won }) => ({
      currency,
      staked: inUnits(staked, currency),
      stakedFromBonus: inUnits(stakedFromBonus, currency),
      won: inUnits(won, currency),
      net: inUnits(won - staked, currency),
    })),
  }
}

async function readMethods({ db }: DeskCtx, playerId: string): Promise<contract.PaymentCase['methods']> {
  const rows = await db.kysely
    .selectFrom('payments.invoices')
    .select(['method', 'partner', 'currency'])
    .select([sql<number>`count(*)::int`.as('deposits'), sql<bigint>`sum(amount)::bigint`.as('amount')])
    .where('player_id', '=', playerId)
    .where('type', '=', InvoiceType.deposit)
    .where('status', '=', InvoiceStatus.success)
    .groupBy(['method', 'partner', 'currency'])
    .orderBy('method')
    .orderBy('currency')
    .execute()
  return rows.map(({ method, partner, currency, deposits, amount }) => ({
    method,
    partner,
    deposits,
    amount: inUnits(amount, currency),
  }))
}

async function readDestination(
  { db }: DeskCtx,
  { player_id: playerId, destination }: InvoiceRow,
): Promise<contract.PaymentCase['destination']> {
  if (destination === null) return null
  const others = await db.kysely
    .selectFrom('payments.invoices')
    .select('player_id')
    .distinct()
    .where('destination', '=', destination)
    .where('player_id', '<>', playerId)
    .limit(20)
    .execute()
  return {
    paidBefore: await countPaidTo(db.kysely, { playerId, destination }),
    others: others.map((other) => other.player_id),
  }
}
