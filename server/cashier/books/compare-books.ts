/**
 * Compares a partner's statement with the ledger: each successful payment and payout must be in both with the same
 * amount. Differences are stored and reported; nothing is corrected automatically.
 */
import { InvoiceStatus } from '#contract/payments.ts'
import { type Result, ok, refuse } from '#contract/endpoint.ts'
import type { KernelDeps } from '../../deps.ts'
import type { PartnerTransaction, PaymentPartner } from '../../partners/payments/port.ts'
import { type Break, storeDiscrepancies } from './discrepancies.ts'
import { type Booked, bookedBetween, bookedFor, keyOf } from './booked.ts'

export type Period = { from: Date; to: Date }
export type Comparison = { transactions: number; booked: number; breaks: Break[] }

/** The partner may have recorded an order slightly before or after we did. */
const marginMs = 3_600_000
/**
 * A success whose invoice is still open: the reconciler asks again within minutes, so only a lasting one is a
 * discrepancy.
 */
const openForMs = 24 * 3_600_000
const pageSize = 500

/** Discrepancies of the period that no longer exist are marked as resolved. */
export async function compareBooks(
  deps: KernelDeps,
  partner: PaymentPartner,
  period: Period,
): Promise<Result<Comparison, 'noStatement' | 'unavailable'>> {
  if (!partner.listTransactions) return refuse('noStatement')
  const found: Break[] = []
  const stated = new Set<string>()
  let transactions = 0
  for (let cursor: string | null = null; ;) {
    const page = await partner.listTransactions({
      from: new Date(period.from.getTime() - marginMs),
      to: new Date(period.to.getTime() + marginMs),
      cursor,
    })
    if (!page.ok) return refuse('unavailable')
    const listed = page.value.transactions
    const booked = await bookedFor(deps.db, partner.slug, listed)
    for (const transaction of listed) {
      const key = keyOf(transaction.subject, transaction.externalId)
      const isTwice = stated.has(key)
      stated.add(key)
      if (transaction.openedAt < period.from || transaction.openedAt >= period.to) continue
      transactions++
      const differs = isTwice ? 'counted-twice' : difference(transaction, booked.get(key), deps.clock.now())
      if (differs) found.push(breakOf(transaction, differs, booked.get(key)))
    }
    cursor = page.value.next
    if (cursor === null) break
  }
  const ours = await compareOurs(deps, partner.slug, period, stated)
  const breaks = [...found, ...ours.missing]
  await storeDiscrepancies(deps, partner.slug, period, breaks)
  for (const { kind, subject, externalId, detail } of breaks)
    deps.log.error(
      { partner: partner.slug, kind, subject, externalId, detail },
      "a partner's statement and the books disagree",
    )
  return ok({ transactions, booked: ours.count, breaks })
}

/** Null if both agree, or if our side is still being processed. */
function difference(
  { amount, currency, openedAt }: PartnerTransaction,
  booked: Booked | undefined,
  now: Date,
): Break['kind'] | null {
  if (!booked) return 'not-in-books'
  const agrees = booked.posted === amount && booked.currency === currency
  if (booked.status !== InvoiceStatus.success && !(agrees && booked.flag === null))
    return booked.status === InvoiceStatus.pending &&
      booked.flag === null &&
      now.getTime() - openedAt.getTime() < openForMs
      ? null
      : 'not-in-books'
  return agrees ? null : 'other-amount'
}

function breakOf(
  { subject, externalId, invoiceId, amount, currency, openedAt }: PartnerTransaction,
  kind: Break['kind'],
  booked: Booked | undefined,
): Break {
  return {
    kind,
    subject,
    externalId,
    invoiceId: booked?.id ?? invoiceId,
    happenedAt: openedAt,
    detail: {
      partner: { amount: amount === null ? null : String(amount), currency },
      house: booked ? describe(booked) : null,
    },
  }
}

async function compareOurs(
  deps: KernelDeps,
  partner: string,
  period: Period,
  stated: Set<string>,
): Promise<{ count: number; missing: Break[] }> {
  const missing: Break[] = []
  let count = 0
  for (let after: string | null = null; ;) {
    const page: Booked[] = await bookedBetween(deps.db, partner, period, after, pageSize)
    count += page.length
    for (const booked of page) {
      // The partner holds nothing of it: it was returned.
      if (stated.has(keyOf(booked.subject, booked.externalId)) || (booked.posted ?? 0n) === 0n) continue
      missing.push({
        kind: 'not-at-partner',
        subject: booked.subject,
        externalId: booked.externalId,
        invoiceId: booked.id,
        happenedAt: booked.openedAt,
        detail: { partner: null, house: describe(booked) },
      })
    }
    if (page.length < pageSize) return { count, missing }
    after = page.at(-1)!.id
  }
}

function describe({ number, status, flag, posted, currency }: Booked): Record<string, unknown> {
  return { number, status, flag, booked: posted === null ? null : String(posted), currency }
}
