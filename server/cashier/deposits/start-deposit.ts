/** Starts a deposit: the pending invoice is committed before the partner is called, so that no response can be lost. */
import { randomUUID } from 'node:crypto'
import { ok, type RefusalOf, refuse, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { type startDeposit as contract, InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import { rollback, type Tx } from '../../kernel/db/connect.ts'
import type { PlayerCtx } from '../../deps.ts'
import type { OpenedPayment } from '../../partners/payments/port.ts'
import { chooseForDeposit } from '../../bonuses/index.ts'
import { checkDeposit } from '../../protection/index.ts'
import { findAccount } from '../../wallet/index.ts'
import { record } from '../../kernel/facts/fact.ts'
import { limitReached } from '../../kernel/facts/kinds.ts'
import { isIdle, lockStatus } from '../../identity/index.ts'
import { isOfferedIn, refuseWhereRestricted } from '../../reference/index.ts'
import { isMethodOff, refusePaused } from '../internal/is-method-off.ts'
import { checkFields, pickOwnFields, networkOf, rangeOf, safeRedirect } from '../internal/check-request.ts'
import { type InvoiceRow, insertInvoice, lockInvoice, moveInvoice } from '../internal/invoices.ts'
import { findDepositOffer, type Offer, partnerOf } from '../internal/partner-of.ts'
import { firstCheckMs } from '../internal/check-times.ts'
import { noticeMessages, fieldErrorMessages, rangeMessage } from '../internal/form-messages.ts'
import { readFields, readPartnerAnswer } from '../internal/stored.ts'

type Input = VerbInput<typeof contract>
type Reply = ReplyOf<typeof contract>
type Answer = Result<Reply, RefusalOf<typeof contract>>

export async function startDeposit(ctx: PlayerCtx, input: Input): Promise<Answer> {
  const restricted = refuseWhereRestricted(ctx)
  if (restricted) return restricted
  const offer = findDepositOffer(ctx, { ...input, country: input.country ?? ctx.caller.country })
  if (!offer) return refuse('methodNotOffered', { fields: { method: noticeMessages(ctx, 'methodNotOffered') } })
  const redirects = readRedirects(ctx, input)
  if (!redirects)
    return refuse('redirectNotAllowed', { fields: { redirectUrl: noticeMessages(ctx, 'redirectNotAllowed') } })
  const faults = checkFields(offer.method, input.fields)
  if (Object.keys(faults).length > 0)
    return refuse('fieldsInvalid', { fields: fieldErrorMessages(ctx, offer.method, faults, input.fields) })
  const range = rangeOf(offer.method, input.fields)
  const isAddress = offer.method.type === 'address'
  if (!isAddress && (input.amount < range.min || input.amount > range.max))
    return refuse('amountOutOfRange', { fields: { amount: rangeMessage(ctx, range, input.currency) } })
  const account = await findAccount(ctx.db.kysely, { playerId: ctx.caller.player.id, accountId: input.accountId })
  if (!account || account.currency !== input.currency) return refuse('accountNotFound')
  if (await isIdle(ctx)) return refuse('stepUpRequired')

  const opened = await openInvoice(ctx, input, offer)
  if (!opened.ok) {
    if (opened.refusal === 'depositLimitReached') await recordLimitReached(ctx, input.currency)
    return opened
  }
  const invoice = opened.value
  const answer = readPartnerAnswer(invoice.partner_answer)
  if (answer) return ok({ invoiceId: invoice.id, ...answer })
  return askPartner(ctx, invoice, redirects)
}

/** In a transaction of its own: a refusal rolls it back. */
async function recordLimitReached(ctx: PlayerCtx, currency: string): Promise<void> {
  const { id: player } = ctx.caller.player
  await ctx.db.transaction((tx) => record(tx, limitReached, { player, subject: player, data: { currency } }))
}

function readRedirects(ctx: PlayerCtx, input: Input): { successUrl: string; errorUrl: string } | null {
  const { publicUrl, redirectHosts } = ctx.settings
  const safe = (redirect: string | undefined, fallback: string) =>
    safeRedirect(redirect, fallback, publicUrl, redirectHosts)
  const home = safe(input.redirectUrl, '/')
  if (!home) return null
  const successUrl = safe(input.redirectSuccessUrl, withFlag(home, 'deposit-success'))
  const errorUrl = safe(input.redirectErrorUrl, withFlag(home, 'deposit-error'))
  return successUrl && errorUrl ? { successUrl, errorUrl } : null
}

function withFlag(address: string, flag: string): string {
  const url = new URL(address)
  url.searchParams.set(flag, 'true')
  return url.href
}

type Opened = Result<
  InvoiceRow,
  | 'methodNotOffered'
  | 'playerLimited'
  | 'accountClosed'
  | 'tooManyOpenDeposits'
  | 'depositLimitReached'
  | 'limitRequired'
  | 'playerExcluded'
  | 'bonusNotAvailable'
  | 'bonusTermsChanged'
>
/** Each open deposit is checked with the partner until it ends; no player needs this many at once. */
const mostOpen = 20

/** An unused deposit address is returned again instead of a new one each time the tab is opened. */
async function openInvoice(ctx: PlayerCtx, input: Input, { partner, method }: Offer): Promise<Opened> {
  const isAddress = method.type === 'address'
  const network = networkOf(method, input.fields)?.id ?? null
  const now = ctx.clock.now()
  return ctx.db.transaction(async (tx): Promise<Opened> => {
    const playerId = ctx.caller.player.id
    const amount = isAddress ? null : input.amount
    // Locked first, so that a concurrent closure is waited for and concurrent deposits count each other.
    const status = await lockStatus(tx, playerId)
    if (status === 'closed') return refuse('accountClosed')
    if (status !== 'active') return refuse('playerLimited')
    if (!(await isOfferedIn(tx, input.currency)))
      return refuse('methodNotOffered', { fields: { method: noticeMessages(ctx, 'methodNotOffered') } })
    if (await isMethodOff(tx, ctx, { partner, method })) return refusePaused(ctx)
    if ((await countOpen(tx, playerId)) >= mostOpen)
      return refuse('tooManyOpenDeposits', {
        message: noticeMessages(ctx, 'tooManyOpenDeposits', { count: String(mostOpen) })[0]!,
      })
    const invoiceId = randomUUID()
    const checked = await checkDeposit(tx, ctx, { invoiceId, playerId, currency: input.currency, amount })
    if (!checked.ok) return checked
    const chosen = await chooseForDeposit(tx, ctx, { ...input, playerId, amount })
    if (!chosen.ok)
      return rollback(refuse(chosen.refusal, { fields: { bonusId: noticeMessages(ctx, chosen.refusal) } }))
    const bonus = chosen.value && { ...chosen.value, sessionId: ctx.caller.player.sessionId }
    const invoice = await insertInvoice(ctx, tx, {
      id: invoiceId,
      playerId,
      bonus,
      accountId: input.accountId,
      type: InvoiceType.deposit,
      partner: partner.slug,
      method: method.method,
      currency: input.currency,
      amount,
      network,
      fields: pickOwnFields(method, input.fields),
      nextCheckAt: new Date(now.getTime() + firstCheckMs),
    })
    if (invoice) return ok(invoice)
    // The address stays the same whatever bonus is requested with it: the last choice applies.
    return ok(
      await tx
        .updateTable('payments.invoices')
        .set({
          bonus_id: bonus?.id ?? null,
          bonus_version: bonus?.version ?? null,
          bonus_session_id: bonus?.sessionId ?? null,
          bonus_chosen_at: now,
        })
        .where('player_id', '=', ctx.caller.player.id)
        .where('account_id', '=', input.accountId)
        .where('method', '=', method.method)
        .where('network', 'is not distinct from', network)
        .where('type', '=', InvoiceType.deposit)
        .where('status', '=', InvoiceStatus.pending)
        .where('amount', 'is', null)
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
  })
}

/** Cancelled ones count until their payment pages are closed. */
async function countOpen(tx: Tx, playerId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('payments.invoices as invoice')
    .leftJoin('payments.cancellations as cancellation', 'cancellation.invoice_id', 'invoice.id')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('invoice.player_id', '=', playerId)
    .where('invoice.type', '=', InvoiceType.deposit)
    .where((where) =>
      where.or([
        where('invoice.status', '=', InvoiceStatus.pending),
        where.and([where('cancellation.invoice_id', 'is not', null), where('cancellation.ended_at', 'is', null)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Without a response the invoice stays pending: the partner may have received the request, and the reconciler will
 * ask.
 */
async function askPartner(
  ctx: PlayerCtx,
  invoice: InvoiceRow,
  redirects: { successUrl: string; errorUrl: string },
): Promise<Answer> {
  const opened = await partnerOf(ctx, invoice).openPayment({
    invoiceId: invoice.id,
    accountId: invoice.account_id,
    method: invoice.method,
    amount: invoice.amount as never,
    currency: invoice.currency,
    network: invoice.network,
    fields: readFields(invoice.fields),
    ...redirects,
  })
  if (!opened.ok && opened.refusal === 'unavailable') return refuse('partnerUnavailable')
  const isGivenUp = await ctx.db.transaction(async (tx) => {
    const row = await lockInvoice(tx, invoice.id)
    if (row?.status !== InvoiceStatus.pending) return row?.status === InvoiceStatus.failed
    if (opened.ok) await recordAnswer(ctx, tx, row, opened.value)
    // If money arrives nevertheless, an operator decides about it.
    else if (row.flag === null)
      await moveInvoice(ctx, tx, row, { move: 'failed', by: 'partner', note: 'refused by the partner' })
    return false
  })
  // An exclusion may have begun meanwhile: a page that is being closed is not shown.
  if (!opened.ok || isGivenUp) return refuse('paymentRefused')
  const { externalId: _, ...answer } = opened.value
  return ok({ invoiceId: invoice.id, ...answer })
}

/** A webhook may have arrived before the response; the later stage is kept. */
async function recordAnswer(
  ctx: PlayerCtx,
  tx: Parameters<typeof lockInvoice>[0],
  row: InvoiceRow,
  { externalId, ...answer }: OpenedPayment,
): Promise<void> {
  await moveInvoice(ctx, tx, row, {
    ...(row.stage === 'created' ? { move: 'asked' as const } : {}),
    by: 'partner',
    externalId,
    answer,
    ...(answer.qr && row.amount !== null ? { publicData: { qr: answer.qr } } : {}),
  })
}
