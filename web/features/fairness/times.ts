/** Hundredths as a multiplier: 215 is 2.15×. */
export function timesIn(locale: string): (hundredths: number) => string {
  const number = new Intl.NumberFormat(`${locale}-u-nu-latn`, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return (hundredths) => `${number.format(hundredths / 100)}×`
}
