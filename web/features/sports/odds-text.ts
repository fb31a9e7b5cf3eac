import { numberFormat } from '../../render/formats.ts'

/** Decimal odds in the page's language, with Latin digits like amounts of money: `2.50`, `2,50`. */
export function oddsText(odds: string, locale: string): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 3, useGrouping: false } as const
  return numberFormat(locale, digits).format(Number(odds))
}
