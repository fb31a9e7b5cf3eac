/**
 * Settles a deposit from the partner's reports: at most one credit, however often and in whatever order they arrive.
 */
import { createHash, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { toSubunits } from '#contract/money.ts'
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { PaymentReport } from '../../partners/payments/port.ts'
import { depositSuspense } from '../../ledger/index.ts'
import { clearing, suspense } from '../internal/addresses.ts'
import { rangeOf } from '../internal/check-request.ts'
import { endCredited, postCredit } from './credit.ts'
import { excessMark, lockPayment, type Payment, readBooked } from './payment-of.ts'
import {
  anotherCurrency,
  failedAfterSuccess,
  failSuspense,
  isStanding,
  isSuspenseSettled,
  paidAfterReversal,
  paidLess,
  paidMore,
  raiseFlag,
  undoFailure,
} from '../flags/flags.ts'
import { type InvoiceRow, insertInvoice, lockInvoice, moveInvoice } from '../internal/invoices.ts'
import { findDepositOffer } from '../internal/partner-of.ts'
import { paidBeyondLimit, paidWhileExcluded } from '../internal/present-invoice.ts'
import { grantForDeposit } from '../../bonuses/index.ts'
import { isBeyondLimits, isExcludedIn, releaseDeposit } from '../../protection/index.ts'
import { lockStatus } from '../../identity/index.ts'
import { openAccount } from '../../wallet/index.ts'
import { reviewUnsent } from '../payouts/review-unsent.ts'
import { postOrThrow } from '../internal/post-or-throw.ts'
import { notifyInstruction, notifyPlayer } from '../internal/notify-player.ts'
import { readFields, readPublicData } from '../internal/stored.ts'

const late = 'paid late'
const paidThoughFailed = 'paid though failed'

/** Returns the outcome, stored with the webhook. */
export async function settleDeposit(deps: Deps, tx: Tx, partner: string, report: PaymentReport): Promise<string> {
  const row = await lockInvoice(tx, report.invoiceId)
  if (!row || row.type !== InvoiceType.deposit || row.partner !== partner) return 'unknown invoice'
  if (row.external_id !== null && row.external_id !== report.externalId) return settleAnother(deps, tx, row, report)
  return settle(deps, tx, row, report)
}

async function settle(deps: Deps, tx: Tx, row: InvoiceRow, report: PaymentReport): Promise<string> {
  if (report.state === 'succeeded') return succeed(deps, tx, row, report)
  if (report.state === 'failed') return (await keepReceived(deps, tx, row, report)) ?? failAgain(deps, tx, row, report)
  if (row.status !== InvoiceStatus.pending) return 'final already'
  if (row.flag !== null) return 'waits for a person'
  if (report.state === 'confirming' && row.stage !== 'confirming') {
    await moveInvoice(deps, tx, row, {
      move: 'seen',
      by: 'partner',
      externalId: report.externalId,
      ...(row.amount === null && report.amount ? { amount: report.amount } : {}),
    })
    return 'confirming'
  }
  return report.state === 'open' && report.instruction ? instruct(deps, tx, row, report) : 'nothing new'
}

/**
 * Payment instructions that the partner created after its response, such as a code or voucher number; they can arrive
 * before the response is stored.
 */
async function instruct(deps: Deps, tx: Tx, row: InvoiceRow, report: PaymentReport): Promise<string> {
  const shown = readPublicData(row.public_data)
  const publicData = { ...shown, ...report.instruction }
  if (row.amount === null || isDeepStrictEqual(publicData, shown)) return 'nothing new'
  const moved = await moveInvoice(deps, tx, row, {
    ...(row.stage === 'created' ? { move: 'asked' as const } : {}),
    by: 'partner',
    externalId: report.externalId,
    publicData,
  })
  if (publicData.message) await notifyInstruction(deps, tx, moved, publicData.message)
  return 'instructed'
}

async function succeed(deps: Deps, tx: Tx, row: InvoiceRow, report: PaymentReport): Promise<string> {
  const payment = await lockPayment(tx, row)
  const booked = await readBooked(tx, row, payment)
  if (booked.size > 0 || payment.credited || row.flag !== null)
    return compare(deps, tx, row, report, { ...payment, booked })
  if (await isSuspenseSettled(tx, row.id)) return 'settled already'
  const odd = oddity(deps, row, report) ?? (await hindrance(deps, tx, row, toSubunits(report.amount!)))
  if (odd) return park(deps, tx, row, report, odd)
  if (row.status === InvoiceStatus.failed) return creditLate(deps, tx, row, report)
  await credit(deps, tx, row, report)
  return 'credited'
}

/**
 * A success of which something is booked, or flagged: what the partner has beyond that goes into suspense, and what it
 * has less, or in another currency, is flagged. The same report again changes nothing.
 */
async function compare(
  deps: Deps,
  tx: Tx,
  row: InvoiceRow,
  report: PaymentReport,
  { credited, excess, booked }: Payment & { booked: Map<string, bigint> },
): Promise<string> {
  const succeeded = [credited, ...excess].filter((each) => each?.status === InvoiceStatus.success) as InvoiceRow[]
  let isRestored = false
  for (const each of succeeded) {
    if (each.flag !== failedAfterSuccess || !(await undoFailure(tx, each.id))) continue
    await noteRestored(deps, tx, each)
    isRestored = true
  }
  const known = booked.get(report.currency) ?? 0n
  if (report.amount !== null && booked.size > 0 && !booked.has(report.currency))
    return dispute(deps, tx, credited ?? row, report, anotherCurrency)
  if (report.amount !== null && report.amount < known) return dispute(deps, tx, credited ?? row, report, paidLess)
  let rest = report.amount === null ? 0n : report.amount - known
  let isAgain = false
  for (const each of succeeded) {
    if ((await isStanding(tx, each)) || each.currency !== report.currency) continue
    if (report.amount !== null && rest === 0n) continue
    if (report.amount !== null && rest < each.amount!) {
      // A person decides already about all of it.
      if (each.flag === paidAfterReversal) return dispute(deps, tx, each, report, paidLess)
      return parkRest(deps, tx, row, report, { excess, rest, flag: paidLess })
    }
    await flagRestored(deps, tx, each, report)
    isAgain = true
    rest -= each.amount!
  }
  if (rest > 0n) return parkRest(deps, tx, row, report, { excess, rest, flag: paidMore })
  if (isAgain) return `flagged: ${paidAfterReversal}`
  if (isRestored) return 'credited already, and no longer failed'
  if (credited) return 'credited already'
  return row.flag === null ? 'settled already' : 'waits for a person'
}

/** What the partner has of a payment beyond what is booked of it. */
function parkRest(
  deps: Deps,
  tx: Tx,
  row: InvoiceRow,
  report: PaymentReport,
  { excess, rest, flag }: { excess: InvoiceRow[]; rest: bigint; flag: string },
): Promise<string> {
  const externalId = `${report.externalId}${excessMark}${excess.length + 1}`
  return parkExcess(deps, tx, row, { ...report, amount: toSubunits(rest), externalId }, flag)
}

const excessNotes: Record<string, string> = {
  [paidMore]: 'paid more than is booked of',
  [paidLess]: 'paid less than was reversed of',
  [paidThoughFailed]: 'paid though failed, as another payment of',
}

/** Money that the deposit was not made for: a deposit of its own, which waits in suspense. */
async function parkExcess(deps: Deps, tx: Tx, row: InvoiceRow, report: PaymentReport, flag: string): Promise<string> {
  const { currency } = report
  const isSameWallet = currency === row.currency
  const account = isSameWallet ? null : await openAccount(tx, { playerId: row.player_id, currency, active: false })
  const own = await insertInvoice(deps, tx, {
    id: randomUUID(),
    playerId: row.player_id,
    accountId: account?.id ?? row.account_id,
    type: InvoiceType.deposit,
    partner: row.partner,
    method: row.method,
    currency,
    amount: report.amount,
    network: row.network,
    fields: readFields(row.fields),
    excessOf: row.id,
    nextCheckAt: null,
  })
  return park(deps, tx, own!, report, flag, `${excessNotes[flag]} ${row.number}`)
}

/**
 * Money of a payment that the partner calls failed: what is not booked of it waits in suspense. Null without any, and
 * for a payment that was credited: its failure is a contradiction.
 */
async function keepReceived(deps: Deps, tx: Tx, row: InvoiceRow, report: PaymentReport): Promise<string | null> {
  if (!report.received) return null
  const paid: PaymentReport = { ...report, state: 'succeeded', amount: report.received }
  const payment = await lockPayment(tx, row)
  const booked = await readBooked(tx, row, payment)
  const wasSuspended = await isSuspenseSettled(tx, row.id)
  if (booked.size === 0 && row.flag === null)
    return wasSuspended ? 'settled already' : park(deps, tx, row, paid, paidThoughFailed)
  if (payment.credited && !wasSuspended) return null
  return compare(deps, tx, row, paid, { ...payment, booked })
}

/** Nothing moves: only an operator, who asks the partner, knows which of the two is right. */
async function dispute(deps: Deps, tx: Tx, row: InvoiceRow, report: PaymentReport, flag: string): Promise<string> {
  const note = `the partner reports ${report.amount} subunits of ${report.currency}`
  const isRaised = await raiseFlag(deps, tx, row, { flag, by: 'partner', note, report })
  // Another flag is open: whoever decides it finds the report in the history.
  if (!isRaised && row.flag !== null && row.flag !== flag && !(await isNoted(tx, row.id, note)))
    await moveInvoice(deps, tx, row, { by: 'partner', note })
  deps.log.warn({ invoice: row.number, flag }, "a partner's report differs from what is booked")
  return `flagged: ${flag}`
}

async function isNoted(tx: Tx, invoiceId: string, note: string): Promise<boolean> {
  const noted = await tx
    .selectFrom('payments.invoice_events')
    .select('id')
    .where('invoice_id', '=', invoiceId)
    .where('note', '=', note)
    .limit(1)
    .executeTakeFirst()
  return noted !== undefined
}

/** The partner has two payments for one deposit: the second one is a deposit of its own. */
async function settleAnother(deps: Deps, tx: Tx, row: InvoiceRow, report: PaymentReport): Promise<string> {
  const own = await tx
    .selectFrom('payments.invoices')
    .selectAll()
    .where('excess_of', '=', row.id)
    .where('external_id', '=', report.externalId)
    .forUpdate()
    .executeTakeFirst()
  if (own) return settle(deps, tx, own, report)
  const isFailed = report.state === 'failed'
  const amount = isFailed ? report.received : report.state === 'succeeded' ? report.amount : null
  if (!amount || amount <= 0n) return 'another payment of this invoice'
  return parkExcess(deps, tx, row, { ...report, state: 'succeeded', amount }, isFailed ? paidThoughFailed : paidMore)
}

/** Why a payment cannot be credited: it differs from what was requested. */
function oddity(deps: Deps, row: InvoiceRow, report: PaymentReport): string | null {
  if (report.currency !== row.currency) return anotherCurrency
  if (report.amount === null || report.amount <= 0n) return 'no amount'
  if (report.isTagWrong) return 'wrong tag'
  if (report.isAddressWrong) return 'wrong address'
  if (report.isOriginUnknown) return 'unknown origin'
  const offer = findDepositOffer(deps, { method: row.method, currency: row.currency, country: null })
  // At an address the payer chooses the amount; a form with a network field fixes the network.
  const isAddress = offer ? offer.method.type === 'address' : row.network !== null
  if (!isAddress) return report.amount === row.amount ? null : 'another amount'
  const range = offer && rangeOf(offer.method, readFields(row.fields))
  return range && report.amount >= range.min && report.amount <= range.max ? null : 'amount outside the limits'
}

/** A limited player is credited without a bonus: the money is theirs, and may be withdrawn. */
const hindrances = { closed: 'paid after closure', blocked: 'paid while blocked', limited: null, active: null }

/**
 * Why the player cannot be credited. Locked, so that an exclusion, a block, a closure or another deposit comes before or
 * after.
 */
async function hindrance(
  deps: Deps,
  tx: Tx,
  { id: invoiceId, player_id: playerId, currency }: InvoiceRow,
  amount: bigint,
): Promise<string | null> {
  const status = await lockStatus(tx, playerId)
  if (hindrances[status]) return hindrances[status]
  if (await isExcludedIn(tx, deps, playerId)) return paidWhileExcluded
  return (await isBeyondLimits(tx, deps, { invoiceId, playerId, currency, amount })) ? paidBeyondLimit : null
}

/** Where the player's own protection holds the money, the player is told. */
const heldAlerts: Record<string, string> = {
  [paidWhileExcluded]: 'depositHeldByExclusion',
  [paidBeyondLimit]: 'depositHeldByLimit',
}

/** The money has arrived but has no owner yet: it stays in suspense until an operator decides. */
async function park(
  deps: Deps,
  tx: Tx,
  row: InvoiceRow,
  report: PaymentReport,
  reason: string,
  note = reason,
): Promise<string> {
  const { amount, currency } = report
  const isSuspended = amount !== null && amount > 0n
  if (isSuspended) {
    await postOrThrow(deps, tx, {
      kind: depositSuspense.name,
      actor: `payments:${row.partner}`,
      idempotencyKey: `suspense:${row.id}`,
      requestHash: hash(report),
      reference: { kind: 'invoice', id: row.id, label: row.number },
      transfers: [{ from: clearing(row.partner, currency), to: suspense(currency), amount }],
    })
  }
  // With an amount it is listed in the history, and its address can be assigned again.
  const isOpen = row.status === InvoiceStatus.pending
  const arrived = isOpen && row.amount === null && currency === row.currency && amount ? { amount } : {}
  const isRaised = await raiseFlag(
    deps,
    tx,
    row,
    { flag: reason, by: 'partner', note, report, isSuspended },
    { ...(isOpen ? { move: 'parked' as const } : {}), ...arrived, externalId: report.externalId },
  )
  const alert = heldAlerts[reason]
  if (isRaised && alert) await notifyPlayer(deps, tx, { ...row, amount, currency }, { alert })
  deps.log.warn({ invoice: row.number, reason }, 'a payment waits in suspense')
  return `suspense: ${reason}`
}

async function credit(deps: Deps, tx: Tx, row: InvoiceRow, report: PaymentReport): Promise<void> {
  const amount = toSubunits(report.amount!)
  await postCredit(deps, tx, row, {
    from: clearing(row.partner, row.currency),
    amount,
    actor: `payments:${row.partner}`,
    idempotencyKey: `deposit:${row.id}`,
    requestHash: hash(report),
  })
  if (row.bonus_id)
    await grantForDeposit(tx, deps, {
      invoiceId: row.id,
      playerId: row.player_id,
      currency: row.currency,
      amount,
      // Chosen before offers had versions: the first.
      bonus: { id: row.bonus_id, version: row.bonus_version ?? 1 },
      sessionId: row.bonus_session_id,
      chosenAt: row.bonus_chosen_at ?? row.created_at,
    })
  await endCredited(deps, tx, row, { by: 'partner', amount, externalId: report.externalId })
}

/** Final invoices never change, so a late success gets an invoice of its own. */
async function creditLate(deps: Deps, tx: Tx, row: InvoiceRow, report: PaymentReport): Promise<string> {
  const own = await insertInvoice(deps, tx, {
    id: randomUUID(),
    playerId: row.player_id,
    accountId: row.account_id,
    type: InvoiceType.deposit,
    partner: row.partner,
    method: row.method,
    currency: row.currency,
    amount: report.amount,
    network: row.network,
    fields: readFields(row.fields),
    lateOf: row.id,
    nextCheckAt: null,
  })
  if (!own) return 'credited already'
  // From here on, its own invoice counts towards the limit instead.
  await releaseDeposit(tx, deps, row.id)
  await credit(deps, tx, own, { ...report, externalId: `${report.externalId}:late` })
  await raiseFlag(deps, tx, row, {
    flag: late,
    by: 'partner',
    note: `paid after it was ${row.stage}; credited by ${own.number}`,
    report,
  })
  deps.log.warn({ invoice: row.number, late: own.number }, 'a payment came after its invoice was final')
  return 'credited late'
}

async function fail(deps: Deps, tx: Tx, row: InvoiceRow, report: PaymentReport): Promise<string> {
  const failed = await moveInvoice(deps, tx, row, {
    move: 'failed',
    by: 'partner',
    externalId: report.externalId,
  })
  await notifyPlayer(deps, tx, failed)
  return 'failed'
}

/** The partner has nothing of the payment, or nothing any more: also what was more than its deposit is gone. */
async function failAgain(deps: Deps, tx: Tx, row: InvoiceRow, report: PaymentReport): Promise<string> {
  const { credited, excess } = await lockPayment(tx, row)
  for (const each of excess)
    // What the partner has received it holds still, whatever it calls the payment.
    if (!report.received && (await failSuspense(tx, each.id))) await failInSuspense(deps, tx, each)
    else if (each.status === InvoiceStatus.success && (await isStanding(tx, each)))
      await contradict(deps, tx, each, report)
  if (await failSuspense(tx, row.id)) return failInSuspense(deps, tx, row)
  if (credited && (await isStanding(tx, credited))) return contradict(deps, tx, credited, report)
  if (row.status !== InvoiceStatus.pending) return 'final already'
  return row.flag === null ? fail(deps, tx, row, report) : 'waits for a person'
}

/** The partner has what was in suspense: an operator can only send it back. */
async function failInSuspense(deps: Deps, tx: Tx, row: InvoiceRow): Promise<string> {
  await moveInvoice(deps, tx, row, { by: 'partner', note: 'the partner reported that the payment in suspense failed' })
  deps.log.warn({ invoice: row.number }, 'a payment in suspense has failed')
  return 'failed in suspense'
}

/** A failure after a success debits nothing: an operator decides about chargebacks, and about what was not sent. */
async function contradict(deps: Deps, tx: Tx, row: InvoiceRow, report: PaymentReport): Promise<string> {
  const isRaised = await raiseFlag(deps, tx, row, {
    flag: failedAfterSuccess,
    by: 'partner',
    note: 'the partner reported a failure after its success',
    report,
  })
  if (isRaised) await reviewUnsent(deps, tx, row.player_id, 'flagged')
  deps.log.warn({ invoice: row.number }, 'a partner reported a failure after its success')
  return 'no refund: final already'
}

const restored = 'the partner reported a success after its failure'

/** Before an operator has decided about the failure. */
async function noteRestored(deps: Deps, tx: Tx, row: InvoiceRow): Promise<string> {
  await moveInvoice(deps, tx, row, { by: 'partner', note: restored })
  return 'credited already, and no longer failed'
}

/** A dispute that the partner has won: the money is here again, after an operator charged it to someone. */
async function flagRestored(deps: Deps, tx: Tx, row: InvoiceRow, report: PaymentReport): Promise<string> {
  const isRaised = await raiseFlag(deps, tx, row, {
    flag: paidAfterReversal,
    by: 'partner',
    note: restored,
    report,
  })
  if (isRaised) deps.log.warn({ invoice: row.number }, 'a partner has the money of a reversed deposit again')
  return `flagged: ${paidAfterReversal}`
}

function hash(report: PaymentReport): string {
  return createHash('sha256').update(`${report.externalId} ${report.amount} ${report.currency}`).digest('hex')
}
