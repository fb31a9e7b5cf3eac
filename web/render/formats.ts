/**
 * Formats of numbers and dates, each created once, which costs a hundred times a call. Digits stay Latin in every
 * locale, consistent with codes and addresses.
 */
const formats = new Map<string, unknown>()

function format<Options, Format>(
  Kind: { new (locale: string, options: Options): Format },
  locale: string,
  options: Options,
): Format {
  const key = Kind.name + locale + JSON.stringify(options)
  if (!formats.has(key)) formats.set(key, new Kind(`${locale}-u-nu-latn`, options))
  return formats.get(key) as Format
}

export const numberFormat = (locale: string, options: Intl.NumberFormatOptions = {}) =>
  format(Intl.NumberFormat, locale, options)

export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions = {}) =>
  format(Intl.DateTimeFormat, locale, options)

/** 12.5 -> "12.5%": two decimals at most. */
export const percentText = (percent: number, locale: string) =>
  numberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100)
