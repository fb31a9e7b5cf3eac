/** Converts amounts to the player's preferred currency, for display only. */
import { exchange } from '#contract/exchange.ts'
import type { Currency } from '#contract/settings.ts'
import { useApi } from '../../api/use-api.ts'
import { withDirectionMarks, displayOf, withUnit } from '../../design/money/format.ts'
import { numberFormat } from '../../render/formats.ts'
import { useLocale } from '../../render/labels.tsx'
import { storedChoice } from './stored-choice.ts'

const code = storedChoice('equivalentCurrency', 'local')
const isShown = storedChoice('showEquivalent', 'local')
const defaultCode = 'USD'

export function useEquivalentChoice() {
  return {
    code: code.use() ?? defaultCode,
    isShown: isShown.use() === '1',
    choose: (chosen: string) => code.write(chosen),
    show: (isOn: boolean) => isShown.write(isOn ? '1' : null),
  }
}

/**
 * Converts an amount to the display unit of another currency, rounded to two decimals (specification, section 9). A
 * rate is the number of units for one unit of the base currency.
 */
export function equivalentOf(amount: number, from: Currency, to: Currency): number {
  const hundredths = { rate: to.rate.rate, subunitToUnit: (to.subunitToUnit / displayOf(to).perUnit) * 100 }
  const source = { rate: from.rate.rate, subunitToUnit: from.subunitToUnit }
  return Number(exchange(BigInt(amount), source, hundredths, 'nearest')) / 100
}

/** Converts to the currency that the player has chosen for comparison. */
export function useEquivalent(): (amount: number, currency: string) => string | null {
  return useConversion(useEquivalentChoice().code)
}

/** Returns a formatter for texts such as "≈ $12.34". It returns null for the same currency and without a rate. */
export function useConversion(target: string | undefined): (amount: number, currency: string) => string | null {
  const locale = useLocale()
  const { data = [] } = useApi('GET /api/settings/currencies')
  return (amount, currency) => {
    const from = data.find((known) => known.code === currency)
    const to = data.find((known) => known.code === target)
    if (!from || !to || from === to) return null
    const value = equivalentOf(amount, from, to)
    const number = numberFormat(
      locale,
      to.type === 'fiat'
        ? { style: 'currency', currency: to.code, currencyDisplay: 'narrowSymbol' }
        : { maximumFractionDigits: 2 },
    ).format(value)
    return `≈ ${to.type === 'fiat' ? withDirectionMarks(number) : withUnit(number, displayOf(to).code, locale)}`
  }
}
