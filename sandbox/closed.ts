/** Amounts written from right to left, as the site writes them (web/design/money/format.ts). */

/** "US$" would be shown as "$US" without a left-to-right mark at its end; a minus sign must not move the currency. */
export function closed(text: string): string {
  if (!text.includes('\u200F')) return text
  const number = text.includes('\u200E') ? text.replace('\u00A0', '\u200F\u00A0') : text
  return `${number}\u200E`
}
