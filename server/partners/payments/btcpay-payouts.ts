/**
 * Payouts through a BTCPay store. The API has no idempotency key, so a payout is created unapproved, which moves
 * nothing; then all payouts with the withdrawal's invoice id are read, and exactly one is approved. A request whose
 * response was lost is found, never repeated.
 */
import { z } from 'zod'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { Decimal } from './btcpay-invoices.ts'
import { type Ask, read } from './call.ts'
import { fromDecimal, toDecimal } from '../../kernel/decimal.ts'
import type { PartnerTransaction, PayoutReport, SendPayout } from './port.ts'

const Payout = z.object({
  id: z.string(),
  revision: z.int().default(0),
  date: z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)]),
  originalCurrency: z.string(),
  originalAmount: Decimal,
  state: z.enum(['AwaitingApproval', 'AwaitingPayment', 'InProgress', 'Completed', 'Cancelled']),
  metadata: z.object({ invoiceId: z.string().nullish() }).nullish(),
})
type Payout = z.output<typeof Payout>
const Problem = z.object({ code: z.string() })
const payoutMethodId = 'BTC-CHAIN'

/** The API calls, each with its possible results. */
function payoutCalls(ask: Ask) {
  async function all(): Promise<Result<Payout[], 'unavailable'>> {
    const answer = await ask('GET', '/payouts?includeCancelled=true')
    const listed = answer && read(answer, z.array(Payout))
    return listed?.ok ? listed : refuse('unavailable')
  }

  async function ours(invoiceId: string): Promise<Result<Payout[], 'unavailable'>> {
    const listed = await all()
    return listed.ok
      ? ok(
          listed.value
            .filter(({ metadata }) => metadata?.invoiceId === invoiceId)
            .toSorted((a, b) => a.date - b.date || (a.id < b.id ? -1 : 1)),
        )
      : listed
  }

  async function one(id: string): Promise<Result<Payout | null, 'unavailable'>> {
    const answer = await ask('GET', path(id))
    const found = answer && read(answer, Payout)
    if (found?.ok) return found
    return found?.refusal === 'unknown' ? ok(null) : refuse('unavailable')
  }

  async function create({
    invoiceId,
    amount,
    currency,
    fields,
  }: SendPayout): Promise<Result<void, 'unavailable' | 'refused'>> {
    const answer = await ask('POST', '/payouts', {
      destination: fields.wallet_id,
      amount: toDecimal(amount, currency),
      payoutMethodId,
      approved: false,
      metadata: { invoiceId, source: 'Fairhouse' },
    })
    if (!answer) return refuse('unavailable')
    const created = read(answer, Payout)
    if (created.ok) return ok()
    // Another payout to this address is pending: this one waits.
    if (Problem.safeParse(answer.body).data?.code === 'duplicate-destination') return refuse('unavailable')
    return refuse(created.refusal === 'unavailable' ? 'unavailable' : 'refused')
  }

  /** The response is ignored: the state that is read afterwards counts. */
  async function drop(payouts: Payout[]): Promise<void> {
    for (const { id } of payouts) await ask('DELETE', path(id))
  }

  async function approve({ id, revision }: Payout): Promise<Result<Payout, 'unavailable'>> {
    if (!(await ask('POST', path(id), { revision }))) return refuse('unavailable')
    const now = await one(id)
    return now.ok && now.value && now.value.state !== 'AwaitingApproval' ? ok(now.value) : refuse('unavailable')
  }

  return { all, ours, one, create, drop, approve }
}

export function createPayouts(ask: Ask) {
  const { all, ours, one, create, drop, approve } = payoutCalls(ask)

  /**
   * Chooses between several payouts of one withdrawal: first one in progress, then a cancelled one, then the oldest.
   * The others are cancelled.
   */
  async function settle(payouts: Payout[]): Promise<Result<Payout, 'unavailable'>> {
    const leader = leaderOf(payouts)
    const led = leader.state === 'AwaitingApproval' ? await approve(leader) : ok(leader)
    // Only after one was chosen: otherwise a crash in between could make a cancelled one look like the player's
    // request.
    if (led.ok) await drop(payouts.filter(({ id, state }) => id !== leader.id && state === 'AwaitingApproval'))
    return led
  }

  return {
    async send(request: SendPayout): Promise<Result<PayoutReport, 'unavailable' | 'refused'>> {
      if (request.currency !== 'BTC' || !request.fields.wallet_id) return refuse('refused')
      const known = await ours(request.invoiceId)
      if (!known.ok) return known
      if (known.value.length === 0) {
        const created = await create(request)
        if (!created.ok) return created
      }
      const payouts = await ours(request.invoiceId)
      if (!payouts.ok || payouts.value.length === 0) return refuse('unavailable')
      const settled = await settle(payouts.value)
      return settled.ok ? ok(reportOf(settled.value, request.invoiceId)) : settled
    },

    /**
     * A payout that the server does not know yet is created and cancelled, so that a later request finds it cancelled.
     */
    async cancel(request: SendPayout): Promise<Result<PayoutReport, 'unavailable'>> {
      const known = await ours(request.invoiceId)
      if (!known.ok) return known
      if (known.value.length === 0 && !(await create(request)).ok) return refuse('unavailable')
      const payouts = await ours(request.invoiceId)
      if (!payouts.ok) return payouts
      await drop(payouts.value.filter(({ state }) => state === 'AwaitingApproval' || state === 'AwaitingPayment'))
      const left = await ours(request.invoiceId)
      if (!left.ok || left.value.length === 0) return refuse('unavailable')
      const leader = leaderOf(left.value)
      return leader.state === 'AwaitingApproval' ? refuse('unavailable') : ok(reportOf(leader, request.invoiceId))
    },

    async inquire(invoiceId: string, externalId: string | null): Promise<Result<PayoutReport | null, 'unavailable'>> {
      const found = externalId ? await one(externalId) : await ours(invoiceId)
      if (!found.ok) return found
      const payout = Array.isArray(found.value) ? (found.value.length > 0 ? leaderOf(found.value) : null) : found.value
      return ok(payout && reportOf(payout, invoiceId))
    },

    async look(externalId: string): Promise<Result<PayoutReport | null, 'unavailable'>> {
      const found = await one(externalId)
      if (!found.ok) return found
      const invoiceId = z.uuid().safeParse(found.value?.metadata?.invoiceId)
      return ok(found.value && invoiceId.success ? reportOf(found.value, invoiceId.data) : null)
    },

    async list(from: Date, to: Date): Promise<Result<PartnerTransaction[], 'unavailable'>> {
      const listed = await all()
      if (!listed.ok) return listed
      return ok(
        listed.value
          .filter(
            ({ state, date }) => state === 'Completed' && date * 1000 >= from.getTime() && date * 1000 < to.getTime(),
          )
          .map(transactionOf),
      )
    },
  }
}

const path = (id: string) => `/payouts/${encodeURIComponent(id)}`

const lead: Record<Payout['state'], number> = {
  Completed: 0,
  InProgress: 1,
  AwaitingPayment: 2,
  Cancelled: 3,
  AwaitingApproval: 4,
}
function leaderOf(payouts: Payout[]): Payout {
  return payouts.toSorted((a, b) => lead[a.state] - lead[b.state])[0]!
}

/** Approved but unpaid can still be cancelled, so for the player it is in review. */
const states = {
  AwaitingApproval: 'review',
  AwaitingPayment: 'review',
  InProgress: 'sent',
  Completed: 'succeeded',
  Cancelled: 'cancelled',
} as const

function reportOf(payout: Payout, invoiceId: string): PayoutReport {
  return {
    subject: 'payout',
    invoiceId,
    externalId: payout.id,
    state: states[payout.state],
    amount: fromDecimal(payout.originalAmount, payout.originalCurrency),
    currency: payout.originalCurrency,
  }
}

function transactionOf(payout: Payout): PartnerTransaction {
  const invoiceId = z.uuid().safeParse(payout.metadata?.invoiceId)
  return {
    subject: 'payout',
    externalId: payout.id,
    invoiceId: invoiceId.success ? invoiceId.data : null,
    amount: fromDecimal(payout.originalAmount, payout.originalCurrency),
    currency: payout.originalCurrency,
    openedAt: new Date(payout.date * 1000),
  }
}
