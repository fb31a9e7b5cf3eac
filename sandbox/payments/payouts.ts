/** Payouts from the site: reviewed by hand; small ones are approved automatically after a moment. */
import { randomUUID } from 'node:crypto'
import type { Notices } from '../notices.ts'
import type { Payout, Store } from '../state.ts'

export type PayoutRequest = { reference: string; amount: string; currency: string; destination: Record<string, string> }
export type Payouts = {
  /** Accepts a payout, or returns the existing one of this reference, so that money is sent once. */
  accept(request: PayoutRequest): Payout
  byReference(reference: string): Payout | undefined
  approve(id: string): Payout | undefined
  decline(id: string): Payout | undefined
  /** Cancels a payout that is still in review; an unknown one is refused when it arrives. */
  cancel(reference: string): Payout
}

type PayoutParts = {
  store: Store
  notices: Notices
  autoApproveMs: number
  sendMs: number
  onTimer(work: () => void, delayMs: number): void
}

/** Up to this amount a payout needs no review. */
const smallAmounts: Record<string, number> = { EUR: 200, USD: 200, BRL: 1000, USDT: 200, BTC: 0.005, ETH: 0.1 }

export function createPayouts({ store, notices, autoApproveMs, sendMs, onTimer }: PayoutParts): Payouts {
  const byReference = (reference: string) =>
    Object.values(store.state.payouts).find((payout) => payout.reference === reference)

  function move(payout: Payout, status: Payout['status'], change: Partial<Payout> = {}): void {
    store.change(() => Object.assign(payout, change, { status, updatedAt: new Date().toISOString() }))
    notices.add(`payout.${status}`, reportPayout(payout))
  }

  function accept(request: PayoutRequest): Payout {
    const existing = byReference(request.reference)
    if (existing) return existing
    const payout = store.change((state) => {
      const created = newPayout(request, 'review')
      state.payouts[created.id] = created
      return created
    })
    approveLater(payout)
    return payout
  }

  function approveLater(payout: Payout): void {
    if (Number(payout.amount) <= (smallAmounts[payout.currency] ?? 0)) onTimer(() => approve(payout.id), autoApproveMs)
  }

  function approve(id: string): Payout | undefined {
    const payout = store.state.payouts[id]
    if (payout?.status !== 'review') return payout
    move(payout, 'sent')
    onTimer(() => pay(payout), sendMs)
    return payout
  }

  function pay(payout: Payout): void {
    if (payout.status === 'sent') move(payout, 'succeeded', { timesPaid: payout.timesPaid + 1 })
  }

  function decline(id: string): Payout | undefined {
    const payout = store.state.payouts[id]
    if (payout?.status === 'review') move(payout, 'failed', { reason: 'declined' })
    return payout
  }

  function cancel(reference: string): Payout {
    const existing = byReference(reference)
    if (existing?.status === 'review')
      store.change(() => Object.assign(existing, { status: 'cancelled', updatedAt: new Date().toISOString() }))
    if (existing) return existing
    return store.change((state) => {
      const payout = newPayout({ reference, amount: '0', currency: 'EUR', destination: {} }, 'cancelled')
      state.payouts[payout.id] = payout
      return payout
    })
  }

  for (const payout of Object.values(store.state.payouts)) {
    if (payout.status === 'review') approveLater(payout)
    if (payout.status === 'sent') onTimer(() => pay(payout), sendMs)
  }
  return { accept, byReference, approve, decline, cancel }
}

function newPayout(request: PayoutRequest, status: Payout['status']): Payout {
  const at = new Date().toISOString()
  return { ...request, id: `out_${randomUUID()}`, status, reason: null, timesPaid: 0, createdAt: at, updatedAt: at }
}

export function reportPayout(payout: Payout): Record<string, unknown> {
  return {
    id: payout.id,
    reference: payout.reference,
    status: payout.status,
    amount: payout.amount,
    currency: payout.currency,
    reason: payout.reason,
  }
}
