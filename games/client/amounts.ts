// Formats amounts (integer subunits) in the player's currency; BTC and ETH are shown in thousandths.

export type DisplayCurrency = { code: string; symbol: string; display: { code: string; subunitToUnit: number } }

export type Amounts = {
  /** `€12.40`, `1.25 mBTC`. */
  written: (subunits: number) => string
  /** Without the currency, where space is short and the currency is shown elsewhere. */
  bare: (subunits: number) => string
  /** For a chip, in as few characters as possible. */
  short: (subunits: number) => string
  /** A multiplier in the locale's digits. */
  figure: (value: number, digits?: number) => string
  /** A multiplier with exactly this many decimals. */
  fixed: (value: number, digits: number) => string
  /** 96.23 -> `96.23%`, with or without a space as the locale requires. */
  percent: (value: number) => string
  /** For an input: with the locale's decimal separator, without grouping. */
  typed: (value: number) => string
  /** A roll of the dice, 0 to 9999, as 00.00 to 99.99. */
  roll: (roll: number) => string
  /** The locale's decimal separator. */
  decimal: string
}

const fiat = new Set(['EUR', 'USD', 'BRL'])

/** Latin digits in every locale, so that columns and reels read the same. */
export const figuresOf = (locale: string) => `${locale}-u-nu-latn`

/** A minus sign, not a hyphen, so that it is as wide as the plus sign. */
const withMinus = (text: string) => text.replace('-', '\u2212')

const euros = { style: 'currency', currency: 'EUR' } as const

/** In right-to-left text, keeps the order of "US$" and of a number with a minus sign. */
function closed(text: string): string {
  if (!text.includes('\u200f')) return text
  return `${text.includes('\u200e') ? text.replace('\u00a0', '\u200f\u00a0') : text}\u200e`
}

export function amountsIn(currency: DisplayCurrency, locale: string): Amounts {
  const language = figuresOf(locale)
  const { code, subunitToUnit } = currency.display
  const isFiat = fiat.has(code)
  const most = Math.round(Math.log10(subunitToUnit))
  const digits = isFiat
    ? { minimumFractionDigits: 2, maximumFractionDigits: 2 }
    : { minimumFractionDigits: 0, maximumFractionDigits: most }
  const number = new Intl.NumberFormat(language, digits)
  const money = isFiat
    ? new Intl.NumberFormat(language, { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
    : null
  // A code follows its number in the direction of the sentence, as the locale's currency signs do.
  const start = new Intl.NumberFormat(language, euros).format(0).includes('\u200f') ? '\u200f' : ''
  const typed = new Intl.NumberFormat(language, { maximumFractionDigits: 2, useGrouping: false })
  const roll = new Intl.NumberFormat(language, {
    minimumIntegerDigits: 2,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  const bare = (subunits: number) => withMinus(number.format(subunits / subunitToUnit))
  return {
    bare,
    decimal: new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === 'decimal')!.value,
    written: (subunits) =>
      closed(money ? withMinus(money.format(subunits / subunitToUnit)) : `${start}${bare(subunits)}\u00a0${code}`),
    short: (subunits) => typed.format(subunits / subunitToUnit),
    typed: (value) => typed.format(value),
    roll: (value) => roll.format(value / 100),
    figure: (value, places = 2) => new Intl.NumberFormat(language, { maximumFractionDigits: places }).format(value),
    fixed: (value, places) =>
      new Intl.NumberFormat(language, { minimumFractionDigits: places, maximumFractionDigits: places }).format(value),
    percent: (value) =>
      new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(value / 100),
  }
}
