const rightToLeft = /[\u0590-\u08FF]/

/**
 * Joins short texts to one line: "wager 10x · 14 days". A line breaks only before a dot. Right-to-left texts are
 * isolated, because the number at the end of one and the number at the start of the next would otherwise change places.
 */
export function dotted(texts: ReadonlyArray<string | false | null | undefined>): string {
  const shown = texts.filter(Boolean) as string[]
  const isIsolated = shown.some((text) => rightToLeft.test(text))
  return shown.map((text) => (isIsolated ? `\u2068${text}\u2069` : text)).join(' ·\u00a0')
}
