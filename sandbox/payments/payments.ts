/** Payments to the site: opened by the site and completed by the payer on the sandbox's pages. */
import { randomUUID } from 'node:crypto'
import type { Faults } from '../faults.ts'
import type { Notices } from '../notices.ts'
import type { Payment, PaymentKind, Store } from '../state.ts'
import { createAddress } from './addresses.ts'
import { voucherNumber, voucherWords } from './voucher.ts'

export type PaymentRequest = {
  reference: string
  kind: PaymentKind
  amount: string | null
  currency: string
  network: string | null
  successUrl: string | null
  errorUrl: string | null
}

export type Payments = {
  /** Opens a payment, or returns the existing one of this reference. */
  open(request: PaymentRequest): Payment
  byReference(reference: string): Payment | undefined
  byId(id: string): Payment | undefined
  /**
   * Applies the payer's action on a pay page. Anything after the first decision has no effect. `paid`: the payer pays
   * this amount, in units, instead of the one that was asked for.
   */
  decide(id: string, decision: 'pay' | 'decline', paid?: string): Payment | undefined
  /** Cancels an unpaid payment; an unknown one is refused when it arrives. */
  cancel(reference: string): Payment
  /** Simulates a transfer that arrives at an address: seen first, confirmed shortly after. */
  transfer(id: string, amount: string, tag: string | null): Payment | undefined
}

type PaymentsParts = {
  store: Store
  notices: Notices
  faults: Faults
  confirmMs: number
  /** The delay before instructions are sent. */
  instructMs: number
  publicUrl: () => string
  onTimer(work: () => void, delayMs: number): void
}

export function createPayments({
  store,
  notices,
  faults,
  confirmMs,
  instructMs,
  publicUrl,
  onTimer,
}: PaymentsParts): Payments {
  const byReference = (reference: string) =>
    Object.values(store.state.payments).find((payment) => payment.reference === reference)

  function open(request: PaymentRequest): Payment {
    const existing = byReference(request.reference)
    if (existing) return existing
    const depositAddress =
      request.kind === 'address' ? createAddress(request.network ?? '') : { address: null, tag: null }
    const payment: Payment = { ...newPayment(request), ...depositAddress }
    store.change((state) => (state.payments[payment.id] = payment))
    instructLater(payment)
    return payment
  }

  function instructLater(payment: Payment): void {
    if (payment.kind === 'voucher')
      onTimer(
        () => instruct(payment, { message: voucherWords(payment), paymentCode: voucherNumber(payment) }),
        instructMs,
      )
    if (payment.kind === 'later')
      onTimer(() => instruct(payment, { qr: `${publicUrl()}/bank/${payment.id}` }), instructMs)
  }

  function instruct(payment: Payment, instruction: Payment['instruction']): void {
    if (payment.status !== 'open') return
    move(payment, 'open', { instruction })
    notices.add('payment.instructed', report(payment, faults))
  }

  function move(payment: Payment, status: Payment['status'], change: Partial<Payment> = {}): void {
    store.change(() => Object.assign(payment, change, { status, updatedAt: new Date().toISOString() }))
  }

  function decide(id: string, decision: 'pay' | 'decline', paid?: string): Payment | undefined {
    const payment = store.state.payments[id]
    if (payment?.status !== 'open') return payment
    if (decision === 'pay') succeed(payment, paid)
    else {
      move(payment, 'failed', { reason: 'declined' })
      notices.add('payment.failed', report(payment, faults))
    }
    return payment
  }

  /** The response contains the result, so no webhook follows. */
  function cancel(reference: string): Payment {
    const existing = byReference(reference)
    if (existing?.status === 'open') move(existing, 'failed', { reason: 'cancelled' })
    if (existing) return existing
    const payment: Payment = {
      ...newPayment({ reference, kind: 'card', amount: null, currency: 'EUR', network: null }),
      status: 'failed',
      reason: 'cancelled',
    }
    store.change((state) => (state.payments[payment.id] = payment))
    return payment
  }

  function succeed(payment: Payment, paid?: string): void {
    move(payment, 'succeeded', paid === undefined ? {} : { amount: paid })
    notices.add('payment.succeeded', report(payment, faults))
  }

  function transfer(id: string, amount: string, tag: string | null): Payment | undefined {
    const payment = store.state.payments[id]
    if (payment?.status !== 'open') return payment
    move(payment, 'confirming', { amount, sentTag: tag })
    notices.add('payment.detected', report(payment, faults))
    onTimer(() => succeed(payment), confirmMs)
    return payment
  }

  // Transfers that were unconfirmed when the sandbox stopped are confirmed after the restart.
  for (const payment of Object.values(store.state.payments)) {
    if (payment.status === 'confirming') onTimer(() => succeed(payment), confirmMs)
    if (payment.status === 'open' && !payment.instruction) instructLater(payment)
  }
  return { open, byReference, byId: (id) => store.state.payments[id], decide, cancel, transfer }
}

function newPayment(
  request: Omit<PaymentRequest, 'successUrl' | 'errorUrl'> & Partial<Pick<PaymentRequest, 'successUrl' | 'errorUrl'>>,
): Payment {
  const at = new Date().toISOString()
  return {
    successUrl: null,
    errorUrl: null,
    ...request,
    address: null,
    tag: null,
    id: `pay_${randomUUID()}`,
    sentTag: null,
    status: 'open',
    reason: null,
    instruction: null,
    createdAt: at,
    updatedAt: at,
  }
}

/** Returns a payment as webhooks and status requests report it, with the amounts that the fault switches set. */
export function report(payment: Payment, faults: Faults): Record<string, unknown> {
  return {
    id: payment.id,
    reference: payment.reference,
    status: payment.status,
    amount: payment.status === 'succeeded' && faults.wrongAmount !== null ? faults.wrongAmount : payment.amount,
    currency: payment.status === 'succeeded' && faults.wrongCurrency !== null ? faults.wrongCurrency : payment.currency,
    network: payment.network,
    reason: payment.reason,
    instruction: payment.status === 'open' ? (payment.instruction ?? null) : null,
    isTagWrong: payment.tag !== null && payment.status === 'succeeded' && payment.tag !== payment.sentTag,
  }
}
