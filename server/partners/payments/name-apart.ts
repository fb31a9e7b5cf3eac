/** Methods of different partners that have the same name: players choose between them by the name of the gateway. */
import type { PaymentMethod } from '#contract/payments.ts'
import type { Offered } from './offers.ts'
import type { PaymentPartner } from './port.ts'

type Named = { name: string; offers: Offered[] }
type Words = PaymentMethod['names']

/** Adds the gateway's name to methods that another gateway, or one of the other partners, offers under the same name. */
export function nameApart<Gateway extends Named>(gateways: Gateway[], others: PaymentPartner[]): Gateway[] {
  return gateways.map((gateway) => {
    const rivals = gateways.filter((each) => each !== gateway).flatMap(({ offers }) => offers)
    const ambiguous = new Set(
      gateway.offers
        .filter((offer) =>
          [
            ...rivals.filter((rival) => isBeside(rival, offer)).map(({ method }) => method),
            ...methodsBeside(others, offer),
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

const isBeside = (a: Offered, b: Offered) => a.direction === b.direction && a.currency === b.currency

function methodsBeside(partners: PaymentPartner[], { direction, currency }: Offered): PaymentMethod[] {
  const query = { currency, country: null }
  return partners.flatMap((partner) =>
    direction === 'deposit' ? partner.depositMethods(query) : partner.withdrawalMethods(query),
  )
}

/** A locale without its own text shows the English one. */
function sharesName(a: Words, b: Words): boolean {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].some((locale) => {
    const [ours, theirs] = [a[locale] ?? a.en, b[locale] ?? b.en]
    return ours?.toLowerCase() === theirs?.toLowerCase()
  })
}

function withName(names: Words, name: string): Words {
  return Object.fromEntries(Object.entries(names).map(([locale, text]) => [locale, `${text} (${name})`]))
}
