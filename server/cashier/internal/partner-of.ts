/** Maps names of partners and methods to their adapters and offers. */
import type { PaymentMethod } from '#contract/payments.ts'
import type { Deps } from '../../deps.ts'
import { namesInSql } from '../../kernel/jobs/left-work.ts'
import type { PaymentPartner } from '../../partners/payments/port.ts'

export type WithPartners = { partners: Pick<Deps['partners'], 'payments'> }

export function partnerNamed(deps: WithPartners, name: string): PaymentPartner | undefined {
  return deps.partners.payments.find(({ slug }) => slug === name)
}

/** A process leaves what belongs to any other partner to processes that have it: during a release, or after its removal. */
export function namesOfPartners(deps: WithPartners): string[] {
  return deps.partners.payments.map(({ slug }) => slug)
}

/**
 * As a process that has this partner alone. Partners are called one after another only within their own work, so that
 * one that does not answer delays no other.
 */
export function withOnly<D extends WithPartners>(deps: D, partner: PaymentPartner): D {
  return { ...deps, partners: { ...deps.partners, payments: [partner] } }
}

/** SQL: whether a row of a queue is of an invoice of such a partner. */
export const isOfKnownPartner = (deps: WithPartners, queue: string): string =>
  `EXISTS (SELECT FROM payments.invoices AS invoice WHERE invoice.id = ${queue}.invoice_id AND ${isKnownPartner(deps, 'invoice.partner')})`

/** SQL: whether a column names such a partner. */
export const isKnownPartner = (deps: WithPartners, column: string): string =>
  `${column} = ANY (${namesInSql(namesOfPartners(deps))})`

/** Throws for a name without an adapter: an invoice's partner was configured when it was created. */
export function partnerOf(deps: WithPartners, invoice: { partner: string }): PaymentPartner {
  const partner = partnerNamed(deps, invoice.partner)
  if (!partner) throw new Error(`no adapter for the payment partner ${invoice.partner}`)
  return partner
}

export function namesOf(deps: WithPartners, partner: string, method: string): Record<string, string> {
  return partnerNamed(deps, partner)?.methodNames(method) ?? { en: method }
}

export type Offer = { partner: PaymentPartner; method: PaymentMethod }
type OfferQuery = { method: string; currency: string; country: string | null }

export function findDepositOffer(deps: WithPartners, query: OfferQuery): Offer | null {
  return find(deps, query, (partner) => partner.depositMethods(query))
}

export function findWithdrawalOffer(deps: WithPartners, query: OfferQuery): Offer | null {
  return find(deps, query, (partner) => partner.withdrawalMethods(query))
}

function find(
  deps: WithPartners,
  query: OfferQuery,
  methodsOf: (partner: PaymentPartner) => PaymentMethod[],
): Offer | null {
  for (const partner of deps.partners.payments) {
    const method = methodsOf(partner).find((offered) => offered.method === query.method)
    if (method) return { partner, method }
  }
  return null
}
