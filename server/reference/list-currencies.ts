import { ok, type Ok } from '#contract/endpoint.ts'
import type { Currency } from '#contract/settings.ts'
import type { Reference } from './reference.ts'

/** Names of state currencies are translated; names of coins are the same in every language. */
const displayNames = new Map<string, Intl.DisplayNames>()

export async function listCurrencies({
  caller,
  reference,
}: {
  caller: { locale: string }
  reference: Reference
}): Promise<Ok<Currency[]>> {
  const names = namesIn(caller.locale)
  return ok(
    reference
      .currencies()
      .map((currency) =>
        currency.type === 'fiat' ? { ...currency, name: names.of(currency.code) ?? currency.name } : { ...currency },
      ),
  )
}

function namesIn(locale: string): Intl.DisplayNames {
  const known = displayNames.get(locale) ?? new Intl.DisplayNames(locale, { type: 'currency' })
  displayNames.set(locale, known)
  return known
}
