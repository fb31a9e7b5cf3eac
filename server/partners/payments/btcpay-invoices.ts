/**
 * Deposits through a BTCPay store: one BTCPay invoice per deposit, found again by its order id, which is the id of the
 * deposit.
 */
import { z } from 'zod'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { ExactNumber, plainDecimal } from '#contract/exact-number.ts'
import type { Subunits } from '#contract/money.ts'
import { checkoutMethod } from './btcpay-methods.ts'
import { type Ask, read } from './call.ts'
import { fromDecimal, toDecimal } from '../../kernel/decimal.ts'
import type { OpenedPayment, OpenPayment, PartnerTransaction, PaymentReport } from './port.ts'

/** Older servers write amounts as JSON numbers, such as 5e-7. */
export const Decimal = z
  .union([z.string(), z.number().transform(String), z.instanceof(ExactNumber).transform(({ text }) => text)])
  .transform((text) => plainDecimal(text) ?? text)
const Invoice = z.object({
  id: z.string(),
  amount: Decimal,
  paidAmount: Decimal.nullish(),
  currency: z.string(),
  checkoutLink: z.string(),
  createdTime: z.int(),
  status: z.enum(['New', 'Processing', 'Expired', 'Invalid', 'Settled']),
  additionalStatus: z.string().default('None'),
  metadata: z.object({ orderId: z.string().nullish() }).nullish(),
})
type Invoice = z.output<typeof Invoice>
const PaymentMethods = z.array(
  z.object({
    paymentMethodId: z.string(),
    destination: z.string().nullish(),
    paymentLink: z.string().nullish(),
    payments: z.array(z.object({ status: z.string() })).default([]),
  }),
)

/** How long the player may take to pay; an unpaid deposit expires after the same time. */
const expirationMinutes = 30
const pageSize = 100

export function createInvoices(ask: Ask) {
  async function call<S extends z.ZodType>(method: 'GET' | 'POST', path: string, shape: S, body?: unknown) {
    const answer = await ask(method, path, body)
    return answer ? read(answer, shape) : refuse('unavailable')
  }

  async function find(invoiceId: string): Promise<Result<Invoice | null, 'unavailable'>> {
    const found = await call('GET', `/invoices?${new URLSearchParams({ orderId: invoiceId })}`, z.array(Invoice))
    if (!found.ok) return refuse('unavailable')
    return ok(
      found.value
        .filter(({ metadata }) => metadata?.orderId === invoiceId)
        .toSorted((a, b) => rank(a) - rank(b) || a.createdTime - b.createdTime)[0] ?? null,
    )
  }

  async function open(request: OpenPayment): Promise<Result<OpenedPayment, 'unavailable' | 'refused'>> {
    // The API has no idempotency key, so an existing invoice for this deposit is looked up first.
    const known = await find(request.invoiceId)
    if (!known.ok) return known
    const created = known.value ? ok(known.value) : await create(request)
    if (!created.ok) return refuse(created.refusal === 'unavailable' ? 'unavailable' : 'refused')
    return request.method === checkoutMethod
      ? ok(opened(created.value, { action: created.value.checkoutLink }))
      : onChain(created.value)
  }

  function create({ invoiceId, method, amount, currency, successUrl }: OpenPayment) {
    return call('POST', '/invoices', Invoice, {
      amount: amount === null ? null : toDecimal(amount, currency),
      currency,
      metadata: { orderId: invoiceId },
      // A framed checkout has no page to redirect to: the page around it observes the result itself.
      checkout: {
        expirationMinutes,
        paymentTolerance: 0,
        ...(method === checkoutMethod ? {} : { redirectURL: successUrl }),
      },
    })
  }

  async function onChain(invoice: Invoice): Promise<Result<OpenedPayment, 'unavailable' | 'refused'>> {
    const paymentMethods = await call(
      'GET',
      `/invoices/${encodeURIComponent(invoice.id)}/payment-methods`,
      PaymentMethods,
    )
    if (!paymentMethods.ok) return refuse('unavailable')
    const way = paymentMethods.value.find(({ paymentMethodId }) => ['BTC-CHAIN', 'BTC'].includes(paymentMethodId))
    return way?.destination
      ? ok(opened(invoice, { qr: way.paymentLink ?? way.destination, address: way.destination }))
      : refuse('refused')
  }

  async function report(invoice: Invoice): Promise<Result<PaymentReport | null, 'unavailable'>> {
    const invoiceId = z.uuid().safeParse(invoice.metadata?.orderId)
    if (!invoiceId.success) return ok(null)
    const base = {
      subject: 'payment' as const,
      invoiceId: invoiceId.data,
      externalId: invoice.id,
      currency: invoice.currency,
      isTagWrong: false,
    }
    const [requested, received] = [fromDecimal(invoice.amount, invoice.currency), amountOf(invoice)]
    const isMore = invoice.status === 'Settled' && requested !== null && received !== null && received > requested
    if (!isUnusual(invoice) && !isMore) return ok({ ...base, state: stateOf(invoice), amount: received })
    // A late or incomplete payment: it is credited once all of it is confirmed.
    const paymentMethods = await call(
      'GET',
      `/invoices/${encodeURIComponent(invoice.id)}/payment-methods`,
      PaymentMethods,
    )
    if (!paymentMethods.ok) return refuse('unavailable')
    const payments = paymentMethods.value.flatMap((each) => each.payments)
    const isConfirmed = payments.every(({ status }) => status !== 'Processing')
    if (invoice.status === 'Invalid') {
      const hasArrived = payments.length > 0 && payments.every(({ status }) => status === 'Settled')
      return ok({ ...base, state: 'failed', amount: received, ...(hasArrived && { received: paid(invoice) }) })
    }
    // What is settled is settled; what came on top counts once it is confirmed.
    if (isMore) return ok({ ...base, state: 'succeeded', amount: isConfirmed ? received : requested })
    return ok({ ...base, state: isConfirmed ? 'succeeded' : 'confirming', amount: paid(invoice) })
  }

  /** Every invoice made for this deposit: a lost response may have left two. */
  async function cancel(invoiceId: string): Promise<Result<PaymentReport | null, 'unavailable'>> {
    const found = await call('GET', `/invoices?${new URLSearchParams({ orderId: invoiceId })}`, z.array(Invoice))
    if (!found.ok) return refuse('unavailable')
    const unpaid = found.value.filter(({ metadata, status }) => metadata?.orderId === invoiceId && status === 'New')
    for (const { id } of unpaid) {
      const marked = await call('POST', `/invoices/${encodeURIComponent(id)}/status`, Invoice, { status: 'Invalid' })
      if (!marked.ok) return refuse('unavailable')
    }
    return inquire(invoiceId)
  }

  async function inquire(invoiceId: string): Promise<Result<PaymentReport | null, 'unavailable'>> {
    const found = await find(invoiceId)
    if (!found.ok || found.value === null) return found.ok ? ok(null) : found
    return report(found.value)
  }

  return {
    open,
    cancel,
    inquire,
    async look(externalId: string) {
      const found = await call('GET', `/invoices/${encodeURIComponent(externalId)}`, Invoice)
      if (found.ok) return report(found.value)
      return found.refusal === 'unknown' ? ok(null) : refuse('unavailable')
    },
    async list(
      from: Date,
      to: Date,
      skip: number,
    ): Promise<Result<{ transactions: PartnerTransaction[]; taken: number; isLast: boolean }, 'unavailable'>> {
      const query = new URLSearchParams({
        startDate: seconds(from),
        endDate: seconds(to),
        skip: String(skip),
        take: String(pageSize),
      })
      const page = await call('GET', `/invoices?${query}`, z.array(Invoice))
      if (!page.ok) return refuse('unavailable')
      const within = page.value.filter(
        ({ createdTime }) => createdTime * 1000 >= from.getTime() && createdTime * 1000 < to.getTime(),
      )
      return ok({
        transactions: within.filter(hasMoney).map(transactionOf),
        taken: page.value.length,
        isLast: page.value.length < pageSize,
      })
    },
  }
}

const seconds = (at: Date) => String(Math.floor(at.getTime() / 1000))

function opened(invoice: Invoice, way: Partial<OpenedPayment>): OpenedPayment {
  return { externalId: invoice.id, action: null, fields: {}, qr: null, address: null, tag: null, ...way }
}

/** Of several invoices for one deposit the paid one counts, otherwise the first. */
function rank(invoice: Invoice): number {
  return isUnusual(invoice) ? 2 : { Settled: 0, Processing: 1, New: 3, Invalid: 4, Expired: 5 }[invoice.status]
}

/** Expired, or marked as invalid, but a payment was received. */
function isUnusual(invoice: Invoice): boolean {
  const { status, additionalStatus } = invoice
  if (status === 'Invalid') return (paid(invoice) ?? 0n) > 0n
  return status === 'Expired' && ['PaidLate', 'PaidPartial', 'PaidOver'].includes(additionalStatus)
}

function stateOf({ status }: Invoice): PaymentReport['state'] {
  return (
    { New: 'open', Processing: 'confirming', Settled: 'succeeded', Expired: 'failed', Invalid: 'failed' } as const
  )[status]
}

/**
 * An exact settlement is the requested amount, even if the exchange rate lowered its last digit. An overpaid,
 * underpaid or manually settled invoice is what was paid, which may be nothing: then an operator reviews it.
 */
function amountOf(invoice: Invoice): Subunits | null {
  const requested = fromDecimal(invoice.amount, invoice.currency)
  if (invoice.status !== 'Settled' || !invoice.paidAmount) return requested
  const received = paid(invoice)
  if (
    requested === null ||
    received === null ||
    ['PaidOver', 'Marked', 'PaidPartial'].includes(invoice.additionalStatus)
  )
    return received
  const dust = invoice.currency === 'BTC' ? 0n : 1n
  return received <= requested && received + dust >= requested ? requested : received
}

function paid({ paidAmount, currency }: Invoice): Subunits | null {
  return fromDecimal(paidAmount ?? '', currency, { isRoundedDown: true })
}

function hasMoney(invoice: Invoice): boolean {
  return isUnusual(invoice) || (invoice.status === 'Settled' && amountOf(invoice) !== 0n)
}

function transactionOf(invoice: Invoice): PartnerTransaction {
  const orderId = z.uuid().safeParse(invoice.metadata?.orderId)
  return {
    subject: 'payment',
    externalId: invoice.id,
    invoiceId: orderId.success ? orderId.data : null,
    currency: invoice.currency,
    amount: isUnusual(invoice) ? paid(invoice) : amountOf(invoice),
    openedAt: new Date(invoice.createdTime * 1000),
  }
}
