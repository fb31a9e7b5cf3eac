/** When the reconciler asks the partner about an invoice that nothing was heard of. */

/** The first question; a notice usually comes long before. */
export const firstCheckMs = 15_000

/** Every 15 s for five minutes, then slower and slower, at most every ten minutes. */
export function nextCheckMs(checks: number): number {
  if (checks < 20) return 15_000
  return Math.min(600_000, 15_000 * 2 ** (checks - 19))
}

/** A deposit that nobody paid is given up after this; what still arrives is credited as a late one. */
export const unpaidAfterMs = 30 * 60_000
/** A partner that knows nothing of an invoice by now never heard the request. */
export const unheardAfterMs = 2 * 60_000
