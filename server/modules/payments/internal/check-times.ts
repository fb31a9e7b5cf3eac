/** When the reconciler asks the partner about an invoice that nothing was heard of. */
import { reservedForMs } from '../../limits/reservation.ts'

/** The first question; a notice usually comes long before. */
export const firstCheckMs = 15_000

/** Every 15 s for five minutes, then slower and slower, at most every ten minutes. */
export function nextCheckMs(checks: number): number {
  if (checks < 20) return 15_000
  return Math.min(600_000, 15_000 * 2 ** (checks - 19))
}

/** A deposit that nobody paid is given up after this, and its pay page closed; what still arrives is late money. */
export const unpaidAfterMs = reservedForMs
/** A partner that knows nothing of an invoice by now never heard the request. */
export const unknownAfterMs = 2 * 60_000
