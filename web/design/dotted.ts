const rightToLeft = /[\u0590-\u08FF]/

/**
 * Short facts on one line: "wager 10x · 14 days". A line that is too long ends before a dot. Right to left each fact is
 * isolated: the amount that ends one and the number that begins the next would otherwise change places.
 */
export function dotted(facts: ReadonlyArray<string | false | null | undefined>): string {
  const shown = facts.filter(Boolean) as string[]
  const isIsolated = shown.some((fact) => rightToLeft.test(fact))
  return shown.map((fact) => (isIsolated ? `\u2068${fact}\u2069` : fact)).join(' ·\u00a0')
}
