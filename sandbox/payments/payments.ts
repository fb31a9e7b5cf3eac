/** Money towards the house: a payment is opened by the house and settled by its payer on the sandbox's pages. */
import { randomUUID } from 'node:crypto'
import type { Faults } from '../faults.ts'
import type { Notices } from '../notices.ts'
import type { Payment, PaymentKind, Store } from '../state.ts'
import { makeAddress } from './addresses.ts'

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
  /** Opens a payment, or gives the one that this reference has already. */
  open(request: PaymentRequest): Payment
  byReference(reference: string): Payment | undefined
  byId(id: string): Payment | undefined
  /** What the payer does on a pay page. Anything after the first decision changes nothing. */
  decide(id: string, decision: 'pay' | 'decline'): Payment | undefined
  /** A transfer arrives at an address: seen first, confirmed a moment later. */
  transfer(id: string, amount: string, tag: string | null): Payment | undefined
}

type PaymentsParts = { store: Store; notices: Notices; faults: Faults; confirmMs: number; onTimer(work: () => void, delayMs: number): void }

export function createPayments({ store, notices, faults, confirmMs, onTimer }: PaymentsParts): Payments {
  const byReference = (reference: string) => Object.values(store.state.payments).find((payment) => payment.reference === reference)

  function open(request: PaymentRequest): Payment {
    const known = byReference(request.reference)
    if (known) return known
    const place = request.kind === 'address' ? makeAddress(request.network ?? '') : { address: null, tag: null }
    const at = new Date().toISOString()
    const payment: Payment = { ...request, ...place, id: `pay_${randomUUID()}`, sentTag: null, status: 'open', reason: null, createdAt: at, updatedAt: at }
    return store.change((state) => (state.payments[payment.id] = payment))
  }

  function move(payment: Payment, status: Payment['status'], change: Partial<Payment> = {}): void {
    store.change(() => Object.assign(payment, change, { status, updatedAt: new Date().toISOString() }))
  }

  function decide(id: string, decision: 'pay' | 'decline'): Payment | undefined {
    const payment = store.state.payments[id]
    if (payment?.status !== 'open') return payment
    if (decision === 'pay') succeed(payment)
    else {
      move(payment, 'failed', { reason: 'declined' })
      notices.add('payment.failed', report(payment, faults))
    }
    return payment
  }

  function succeed(payment: Payment): void {
    move(payment, 'succeeded')
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

  // A transfer that was waiting for its confirmation when the sandbox stopped is confirmed after the restart.
  for (const payment of Object.values(store.state.payments)) {
    if (payment.status === 'confirming') onTimer(() => succeed(payment), confirmMs)
  }
  return { open, byReference, byId: (id) => store.state.payments[id], decide, transfer }
}

/** What notices and inquiries say about a payment, with the wrong amounts that the fault switches ask for. */
export function report(payment: Payment, faults: Faults): Record<string, unknown> {
  return {
    id: payment.id,
    reference: payment.reference,
    status: payment.status,
    amount: payment.status === 'succeeded' && faults.wrongAmount !== null ? faults.wrongAmount : payment.amount,
    currency: payment.status === 'succeeded' && faults.wrongCurrency !== null ? faults.wrongCurrency : payment.currency,
    network: payment.network,
    reason: payment.reason,
    isTagWrong: payment.tag !== null && payment.status === 'succeeded' && payment.tag !== payment.sentTag,
  }
}
