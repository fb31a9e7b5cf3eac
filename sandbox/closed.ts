/** Formats amounts in right-to-left text, as the site does (web/design/money/format.ts). */

/**
 * Adds direction marks: without a left-to-right mark at its end, "US$" would be displayed as "$US", and a minus sign
 * must not move the currency.
 */
export function closed(text: string): string {
  if (!text.includes('\u200F')) return text
  const number = text.includes('\u200E') ? text.replace('\u00A0', '\u200F\u00A0') : text
  return `${number}\u200E`
}
