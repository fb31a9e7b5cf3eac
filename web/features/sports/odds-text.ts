import { numberFormat } from '../../render/formats.ts'

/** Formats decimal odds in the language of the page, with Latin digits: "2.50" or "2,50". */
export function oddsText(odds: string, locale: string): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 3, useGrouping: false } as const
  return numberFormat(locale, digits).format(Number(odds))
}
