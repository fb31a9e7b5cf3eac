/** Starts a withdrawal: the invoice, the hold and the queued payout in one transaction. */
import { createHash, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { cleanValue } from '#contract/fields/method-fields.ts'
import { ok, type RefusalOf, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import { type Invoice, InvoiceType, type startWithdrawal as contract } from '#contract/payments.ts'
import { rollback, type Tx } from '../../kernel/db/connect.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { PlayerCtx } from '../../deps.ts'
import { record } from '../../kernel/facts/fact.ts'
import { withdrawalRequested } from '../../kernel/facts/kinds.ts'
import { endForWithdrawal } from '../../bonuses/index.ts'
import { hasSteppedUp, isIdle, lockOpenSession, lockStatus, policyOf } from '../../identity/index.ts'
import { findAccount } from '../../wallet/index.ts'
import { withdrawalHold } from '../../ledger/index.ts'
import { collectDebts } from '../debts/collect-debts.ts'
import { queuePayout } from './queue-payout.ts'
import { isMethodOff, refusePaused } from '../internal/is-method-off.ts'
import { networkOf, pickOwnFields, rangeOf } from '../internal/check-request.ts'
import { firstCheckMs } from '../internal/check-times.ts'
import { isKnownDestination } from './destination.ts'
import { type Payable, payoutFaults, payoutFields, requestedDestination } from './request-destination.ts'
import { findOrigin, originKey } from './origin.ts'
import { announce, type InvoiceRow, insertInvoice, moveInvoice } from '../internal/invoices.ts'
import { findWithdrawalOffer } from '../internal/partner-of.ts'
import { presentInvoice, readTimelines } from '../internal/present-invoice.ts'
import { readFields } from '../internal/stored.ts'
import { checksOf, checksOfWallet } from './checks.ts'
import { currentPromise } from './promise.ts'
import { noticeMessages, fieldErrorMessages, rangeMessage } from '../internal/form-messages.ts'

type Input = VerbInput<typeof contract>
type Answer = Result<Invoice, RefusalOf<typeof contract>>

export async function startWithdrawal(ctx: PlayerCtx, input: Input): Promise<Answer> {
  const checked = await offerFor(ctx, input)
  if (!checked.ok) return (await answeredBefore(ctx, input)) ?? checked
  const offer = checked.value
  await collectDebts(ctx, ctx.caller.player.id)
  const account = await findAccount(ctx.db.kysely, { playerId: ctx.caller.player.id, accountId: input.accountId })
  if (!account || account.currency !== input.currency) return refuse('accountNotFound')
  const destination = requestedDestination(offer, input.fields)
  // A stolen session must not send the money to the thief's destination.
  const isUnknown = async () =>
    !(await isKnownDestination(ctx, ctx.caller.player.id, destination)) && !(await hasSteppedUp(ctx))
  if (!(await isIdle(ctx)) && !(await isUnknown())) return ctx.db.transaction((tx) => hold(ctx, tx, input, offer))
  // No one is asked for a proof for a withdrawal that is refused anyway; a repeated one is already paid for.
  const isCovered =
    account.withdrawalBalance >= input.amount || (await firstWith(ctx.db.kysely, ctx, input)) !== undefined
  return isCovered ? refuse('stepUpRequired') : insufficientFunds(ctx)
}

async function offerFor(
  ctx: PlayerCtx,
  input: Input,
): Promise<Result<Payable, 'methodNotOffered' | 'fieldsInvalid' | 'amountOutOfRange'>> {
  const offer = findWithdrawalOffer(ctx, { ...input, country: input.country ?? ctx.caller.country })
  const notOffered = () => refuse('methodNotOffered', { fields: { method: noticeMessages(ctx, 'methodNotOffered') } })
  if (!offer) return notOffered()
  const place = { partner: offer.partner.slug, method: offer.method.method, currency: input.currency }
  const origin = offer.method.isToOrigin ? await findOrigin(ctx.db.kysely, ctx.caller.player.id, place) : null
  if (offer.method.isToOrigin && !origin) return notOffered()
  const faults = await payoutFaults(ctx, offer, input.fields)
  if (Object.keys(faults).length > 0)
    return refuse('fieldsInvalid', { fields: fieldErrorMessages(ctx, offer.method, faults, input.fields) })
  const range = rangeOf(offer.method, input.fields)
  if (input.amount < range.min || input.amount > range.max)
    return refuse('amountOutOfRange', { fields: { amount: rangeMessage(ctx, range, input.currency) } })
  return ok({ ...offer, origin })
}

const compact = (key: string, text = '') => cleanValue({ key, regexp: null }, text).replaceAll(/\s/g, '')

/** A repeated request whose method was changed or removed meanwhile: its withdrawal exists. */
async function answeredBefore(ctx: PlayerCtx, input: Input): Promise<Answer | null> {
  const first = await firstWith(ctx.db.kysely, ctx, input)
  if (!first) return null
  const isSame =
    first.method === input.method &&
    first.currency === input.currency &&
    first.amount === input.amount &&
    first.account_id === input.accountId &&
    Object.entries(readFields(first.fields)).every(
      ([key, value]) => key === originKey || compact(key, input.fields[key]) === compact(key, value),
    )
  return isSame ? ok(await present(ctx, ctx.db.kysely, first)) : null
}

const insufficientFunds = (ctx: PlayerCtx) =>
  refuse('insufficientFunds', { fields: { amount: noticeMessages(ctx, 'insufficientFunds') } })

/** The invoice of an earlier request with the same key. */
async function firstWith(db: Kysely<Tables>, { caller }: PlayerCtx, { idempotencyKey }: Input) {
  if (!idempotencyKey) return undefined
  return db
    .selectFrom('payments.invoices')
    .selectAll()
    .where('player_id', '=', caller.player.id)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}

async function hold(ctx: PlayerCtx, tx: Tx, input: Input, offer: Payable): Promise<Answer> {
  const { partner, method } = offer
  const fields = pickOwnFields(method, input.fields)
  const requestHash = createHash('sha256')
    .update(JSON.stringify([method.method, input.currency, String(input.amount), input.accountId, fields]))
    .digest('hex')
  const now = ctx.clock.now()
  // Serializes decisions about the player's totals and proofs.
  await lockStatus(tx, ctx.caller.player.id)
  const checks = await checksOf(tx, ctx, {
    playerId: ctx.caller.player.id,
    currency: input.currency,
    amount: input.amount,
    isToOrigin: method.isToOrigin ?? false,
  })
  const reasons = checks.filter(({ state }) => state !== 'met').map(({ code }) => code)
  const invoice = await insertInvoice(ctx, tx, {
    id: randomUUID(),
    playerId: ctx.caller.player.id,
    accountId: input.accountId,
    type: InvoiceType.withdrawal,
    partner: partner.slug,
    method: method.method,
    currency: input.currency,
    amount: input.amount,
    network: networkOf(method, input.fields)?.id ?? null,
    fields: payoutFields(offer, input.fields),
    idempotencyKey: input.idempotencyKey,
    requestHash,
    destination: requestedDestination(offer, input.fields),
    isCancellable: (await policyOf(tx, ctx.settings, ctx.caller.player.id)).canCancelWithdrawals,
    promiseVersion: await currentPromise(tx),
    nextCheckAt: new Date(now.getTime() + firstCheckMs),
  })
  if (!invoice) return repeat(ctx, tx, input, requestHash)
  if (await isMethodOff(tx, ctx, { partner, method })) return rollback(refusePaused(ctx))
  const readWallet = async () => {
    const codes = (await checksOfWallet(tx, ctx, { playerId: invoice.player_id, currency: input.currency })).map(
      ({ code }) => code,
    )
    return { isTurnoverOpen: codes.includes('wagering'), hasDebt: codes.includes('debt') }
  }
  // Checked first, so that no one is asked to end a bonus for a withdrawal that is refused anyway.
  if ((await readWallet()).isTurnoverOpen) return rollback(refuse('turnoverOpen'))
  const account = await findAccount(tx, { playerId: invoice.player_id, accountId: invoice.account_id })
  const insufficient = insufficientFunds(ctx)
  if (!account || account.withdrawalBalance < input.amount) return rollback(insufficient)
  const ended = await endForWithdrawal(tx, ctx, {
    playerId: invoice.player_id,
    currency: input.currency,
    isConfirmed: input.isBonusEndConfirmed === true,
  })
  if (!ended.ok) return rollback(ended)
  const posted = await ctx.ledger.postIn(tx, {
    ...withdrawalHold.of({ playerId: invoice.player_id, currency: input.currency, amount: input.amount }),
    actor: `player:${ctx.caller.player.id}`,
    idempotencyKey: `withdrawal-hold:${invoice.id}`,
    requestHash,
    reference: { kind: 'invoice', id: invoice.id, label: invoice.number },
  })
  if (!posted.ok) return rollback(insufficient)
  await lockOpenSession(tx, ctx)
  // Checked again under the wallet's lock: a deposit may have been credited in between.
  const wallet = await readWallet()
  if (wallet.isTurnoverOpen) return rollback(refuse('turnoverOpen'))
  if (wallet.hasDebt) reasons.push('debt')
  await record(tx, withdrawalRequested, {
    player: invoice.player_id,
    subject: invoice.id,
    data: { currency: input.currency, amount: input.amount, method: method.method },
  })
  if (reasons.length > 0)
    return ok(
      await present(
        ctx,
        tx,
        await moveInvoice(ctx, tx, invoice, { move: 'queried', by: 'system', reviewReasons: reasons }),
      ),
    )
  await queuePayout(ctx, tx, invoice)
  await announce(ctx, tx, invoice)
  return ok(await present(ctx, tx, invoice))
}

/** The same key returns the first answer; with a different request it is the caller's mistake. */
async function repeat(ctx: PlayerCtx, tx: Tx, input: Input, requestHash: string): Promise<Answer> {
  const first = (await firstWith(tx, ctx, input))!
  return first.request_hash === requestHash ? ok(await present(ctx, tx, first)) : refuse('idempotencyConflict')
}

async function present(ctx: PlayerCtx, tx: Tx | Kysely<Tables>, invoice: InvoiceRow): Promise<Invoice> {
  return presentInvoice(ctx, invoice, await readTimelines(tx, [invoice]))
}
