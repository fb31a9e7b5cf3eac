import { numberFormat } from '../../render/formats.ts'

/** Returns a function that formats hundredths as a multiplier: 215 becomes 2.15×. */
export function timesIn(locale: string): (hundredths: number) => string {
  const number = numberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return (hundredths) => `${number.format(hundredths / 100)}×`
}
