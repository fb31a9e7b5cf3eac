/** Distinguishes methods of different partners that have the same name, by adding the gateway's name. */
import type { PaymentMethod } from '#contract/payments.ts'
import type { Offered } from './offers.ts'
import type { PaymentPartner } from './port.ts'

type Named = { name: string; offers: Offered[] }
type Names = PaymentMethod['names']

/** Adds the gateway's name to methods that another gateway, or one of the other partners, offers under the same name. */
export function nameApart<Gateway extends Named>(gateways: Gateway[], others: PaymentPartner[]): Gateway[] {
  return gateways.map((gateway) => {
    const otherOffers = gateways.filter((each) => each !== gateway).flatMap(({ offers }) => offers)
    const ambiguous = new Set(
      gateway.offers
        .filter((offer) =>
          [
            ...otherOffers
              .filter((otherOffer) => isSameDirectionAndCurrency(otherOffer, offer))
              .map(({ method }) => method),
            ...methodsOfPartners(others, offer),
          ].some(({ names }) => sharesName(names, offer.method.names)),
        )
        .map(({ method }) => method.method),
    )
    const offers = gateway.offers.map((offer) =>
      ambiguous.has(offer.method.method)
        ? { ...offer, method: { ...offer.method, names: withName(offer.method.names, gateway.name) } }
        : offer,
    )
    return { ...gateway, offers }
  })
}

const isSameDirectionAndCurrency = (a: Offered, b: Offered) => a.direction === b.direction && a.currency === b.currency

function methodsOfPartners(partners: PaymentPartner[], { direction, currency }: Offered): PaymentMethod[] {
  const query = { currency, country: null }
  return partners.flatMap((partner) =>
    direction === 'deposit' ? partner.depositMethods(query) : partner.withdrawalMethods(query),
  )
}

/** A locale without its own text shows the English one. */
function sharesName(a: Names, b: Names): boolean {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].some((locale) => {
    const [ours, theirs] = [a[locale] ?? a.en, b[locale] ?? b.en]
    return ours?.toLowerCase() === theirs?.toLowerCase()
  })
}

function withName(names: Names, name: string): Names {
  return Object.fromEntries(Object.entries(names).map(([locale, text]) => [locale, `${text} (${name})`]))
}
