/**
 * A payment partner in memory with correct records and unreliable communication: responses and webhooks are late,
 * repeated, out of order or lost.
 */
import { ok, refuse } from '#contract/endpoint.ts'
import { type Subunits, toSubunits } from '#contract/money.ts'
import type { PaymentMethod } from '#contract/payments.ts'
import type { PartnerReport, PaymentPartner, PaymentReport, PayoutReport } from '#server/partners/payments/port.ts'
import type { Random } from './random.ts'

type Payment = {
  externalId: string
  asked: Subunits
  currency: string
  state: PaymentReport['state']
  amount: Subunits | null
  paidIn: string
}
type Payout = { externalId: string; amount: Subunits; currency: string; state: PayoutReport['state'] }

export type FaultyPartner = {
  port: PaymentPartner
  payments: Map<string, Payment>
  payouts: Map<string, Payout>
  /** The ids of payments that are not final yet. */
  openPayments: string[]
  openPayouts: string[]
  /** The bodies of webhooks in transit to the site. */
  notices: string[]
  /** Makes the payer pay the requested amount, or another; false if there is nothing to pay. */
  pay(invoiceId: string): boolean
  fail(invoiceId: string): boolean
  /** Advances a payout by one step. */
  advance(invoiceId: string): boolean
  /** Reports a payment's state again, as partners do until acknowledged. */
  retell(invoiceId: string): void
  /** Ends all faults: from now on it answers at once, and every webhook arrives. */
  behave(): void
}

export const partnerName = 'sim'
const kinds = ['lost', 'timeout', 'refused'] as const

/** `meanwhile` runs while the site waits for an answer. */
export function faultyPartner({
  random,
  share,
  meanwhile,
}: {
  random: Random
  share: number
  meanwhile(): Promise<void>
}): FaultyPartner {
  const payments: FaultyPartner['payments'] = new Map()
  const payouts: FaultyPartner['payouts'] = new Map()
  const openPayments: string[] = []
  const openPayouts: string[] = []
  const notices: string[] = []
  let faults = share
  let ids = 0
  let events = 0

  function deliver(report: PartnerReport): void {
    if (random.chance(faults)) return
    const text = () =>
      JSON.stringify({
        eventId: `event-${++events}`,
        report: { ...report, amount: report.amount === null ? null : String(report.amount) },
      })
    const body = text()
    notices.push(body)
    // A fault sends the identical webhook again, or the same report under another id.
    if (random.chance(faults)) notices.push(random.chance(0.5) ? body : text())
  }
  async function fault(mayRefuse: boolean): Promise<(typeof kinds)[number] | null> {
    if (random.chance(faults)) await meanwhile()
    return random.chance(faults) ? random.pick(mayRefuse ? kinds : kinds.slice(0, 2)) : null
  }
  const paymentReport = (invoiceId: string, { externalId, state, amount, paidIn }: Payment): PaymentReport => ({
    subject: 'payment',
    invoiceId,
    externalId,
    state,
    amount,
    currency: paidIn,
    isTagWrong: false,
  })
  const payoutReport = (invoiceId: string, { externalId, state, amount, currency }: Payout): PayoutReport => ({
    subject: 'payout',
    invoiceId,
    externalId,
    state,
    amount,
    currency,
  })

  const port: PaymentPartner = {
    slug: partnerName,
    depositMethods: ({ currency }) => [method('sim.card', currency)],
    withdrawalMethods: ({ currency }) => [method('sim.bank', currency)],
    methodNames: (name) => ({ en: name }),
    async openPayment({ invoiceId, amount, currency }) {
      const trouble = await fault(true)
      if (trouble === 'refused' && !payments.has(invoiceId)) return refuse('refused')
      if (trouble === 'lost') return refuse('unavailable')
      if (!payments.has(invoiceId)) openPayments.push(invoiceId)
      const payment = payments.get(invoiceId) ?? {
        externalId: `in-${++ids}`,
        asked: amount!,
        currency,
        state: 'open',
        amount: null,
        paidIn: currency,
      }
      payments.set(invoiceId, payment)
      return trouble === 'timeout'
        ? refuse('unavailable')
        : ok({ externalId: payment.externalId, action: null, fields: {}, qr: null, address: null, tag: null })
    },
    async sendPayout({ invoiceId, amount, currency }) {
      const trouble = await fault(true)
      if (trouble === 'refused' && !payouts.has(invoiceId)) return refuse('refused')
      if (trouble === 'lost') return refuse('unavailable')
      if (!payouts.has(invoiceId)) openPayouts.push(invoiceId)
      const payout = payouts.get(invoiceId) ?? {
        externalId: `out-${++ids}`,
        amount,
        currency,
        state: random.chance(0.3) ? ('review' as const) : ('sent' as const),
      }
      payouts.set(invoiceId, payout)
      return trouble === 'timeout' ? refuse('unavailable') : ok(payoutReport(invoiceId, payout))
    },
    async cancelPayout({ invoiceId, amount, currency }) {
      const trouble = await fault(false)
      if (trouble === 'lost') return refuse('unavailable')
      const payout = payouts.get(invoiceId) ?? {
        externalId: `out-${++ids}`,
        amount,
        currency,
        state: 'cancelled' as const,
      }
      if (payout.state === 'review') payout.state = 'cancelled'
      if (payout.state === 'cancelled') takeOut(openPayouts, invoiceId)
      payouts.set(invoiceId, payout)
      return trouble === 'timeout' ? refuse('unavailable') : ok(payoutReport(invoiceId, payout))
    },
    async inquirePayment(invoiceId) {
      if (await fault(false)) return refuse('unavailable')
      const payment = payments.get(invoiceId)
      return ok(payment ? paymentReport(invoiceId, payment) : null)
    },
    async inquirePayout(invoiceId) {
      if (await fault(false)) return refuse('unavailable')
      const payout = payouts.get(invoiceId)
      return ok(payout ? payoutReport(invoiceId, payout) : null)
    },
    isGenuine: () => true,
    readNotice(body) {
      const { eventId, report } = JSON.parse(body) as { eventId: string; report: PartnerReport }
      return {
        eventId,
        report: { ...report, amount: report.amount === null ? null : toSubunits(BigInt(report.amount)) },
      }
    },
  }

  return {
    port,
    payments,
    payouts,
    openPayments,
    openPayouts,
    notices,
    pay(invoiceId) {
      const payment = payments.get(invoiceId)
      if (!payment || payment.state === 'succeeded' || payment.state === 'failed') return false
      if (payment.state === 'open' && random.chance(0.3)) {
        payment.state = 'confirming'
        deliver(paymentReport(invoiceId, payment))
        return true
      }
      payment.state = 'succeeded'
      takeOut(openPayments, invoiceId)
      payment.amount = toSubunits(
        random.chance(faults) ? payment.asked + BigInt(random.int(300) - 150 || 1) : payment.asked,
      )
      if (random.chance(faults / 4)) payment.paidIn = payment.currency === 'EUR' ? 'USD' : 'EUR'
      deliver(paymentReport(invoiceId, payment))
      // A fault makes the partner contradict its own records, which do not change.
      if (random.chance(faults / 2)) deliver({ ...paymentReport(invoiceId, payment), state: 'failed' })
      return true
    },
    fail(invoiceId) {
      const payment = payments.get(invoiceId)
      if (payment?.state !== 'open') return false
      payment.state = 'failed'
      takeOut(openPayments, invoiceId)
      deliver(paymentReport(invoiceId, payment))
      return true
    },
    advance(invoiceId) {
      const payout = payouts.get(invoiceId)
      if (!payout || payout.state === 'cancelled' || payout.state === 'succeeded' || payout.state === 'failed')
        return false
      payout.state =
        payout.state === 'review'
          ? random.pick(['sent', 'sent', 'cancelled'] as const)
          : random.pick(['succeeded', 'succeeded', 'succeeded', 'failed'] as const)
      if (payout.state !== 'sent') takeOut(openPayouts, invoiceId)
      deliver(payoutReport(invoiceId, payout))
      return true
    },
    retell: (invoiceId) => deliver(paymentReport(invoiceId, payments.get(invoiceId)!)),
    behave() {
      faults = 0
    },
  }
}

function takeOut(list: string[], item: string): void {
  const place = list.indexOf(item)
  const last = list.pop()
  if (place >= 0 && place < list.length) list[place] = last!
  else if (place < 0 && last !== undefined) list.push(last)
}

function method(name: string, currency: string): PaymentMethod {
  return {
    method: name,
    kind: 'card',
    processingType: 'form',
    type: 'form',
    names: { en: `${name} ${currency}` },
    logo: null,
    amountMin: 10_00,
    amountMax: 5_000_00,
    presets: [],
    fields: [],
  }
}
