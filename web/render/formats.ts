/**
 * Caches Intl formats, because creating one takes a hundred times as long as using it. Digits are Latin in every
 * locale, as they are in codes and addresses.
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

/** Formats 12.5 as "12.5%", with two decimals at most. */
export const percentText = (percent: number, locale: string) =>
  numberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100)
