import { numberFormat } from '../../render/formats.ts'

/** Hundredths as a multiplier: 215 is 2.15×. */
export function timesIn(locale: string): (hundredths: number) => string {
  const number = numberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return (hundredths) => `${number.format(hundredths / 100)}×`
}
