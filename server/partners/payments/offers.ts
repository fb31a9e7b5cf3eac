/** What a gateway offers: its methods in each direction, with the currencies and countries in which they are available. */
import type { PaymentMethod } from '#contract/payments.ts'
import type { MethodsQuery, PaymentPartner } from './port.ts'

export type Offered = {
  direction: 'deposit' | 'withdrawal'
  currency: string
  /** Null: in every country. */
  countries: string[] | null
  method: PaymentMethod
  /** The id of the method at the gateway. */
  gatewayMethod: string
}
export type Offers = Pick<PaymentPartner, 'depositMethods' | 'withdrawalMethods' | 'methodNames'> & {
  /** The id of a method at the gateway, by its id on the site. */
  gatewayMethod(method: string): string
}

export function serveOffers(offered: Offered[]): Offers {
  const find = (direction: Offered['direction'], { currency, country }: MethodsQuery) =>
    offered
      .filter(
        (offer) =>
          offer.direction === direction &&
          offer.currency === currency &&
          (!offer.countries || (country !== null && offer.countries.includes(country))),
      )
      .map(({ method }) => method)
  const byMethod = new Map(offered.map((offer) => [offer.method.method, offer]))
  return {
    depositMethods: (query) => find('deposit', query),
    withdrawalMethods: (query) => find('withdrawal', query),
    methodNames: (method) => byMethod.get(method)?.method.names ?? { en: method },
    gatewayMethod: (method) => byMethod.get(method)?.gatewayMethod ?? method,
  }
}

/** Whether a player could see both at once, and a request could mean either. */
export function isSameOffer(a: Offered, b: Offered): boolean {
  return (
    a.direction === b.direction &&
    a.currency === b.currency &&
    a.method.method === b.method.method &&
    (!a.countries || !b.countries || a.countries.some((country) => b.countries!.includes(country)))
  )
}
