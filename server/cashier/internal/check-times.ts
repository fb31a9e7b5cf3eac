/** When the reconciler asks the partner about an invoice without a recent report. */
import { reservedForMs } from '../../protection/index.ts'

/** The first check; a webhook usually arrives long before. */
export const firstCheckMs = 15_000

/** Every 15 s for five minutes, then with doubling intervals up to ten minutes. */
export function nextCheckMs(checks: number): number {
  if (checks < 20) return 15_000
  return Math.min(600_000, 15_000 * 2 ** (checks - 19))
}

/** An unpaid deposit expires after this time and its payment page is closed; later money is a late payment. */
export const unpaidAfterMs = reservedForMs
/** If the partner still does not know an invoice by now, it never received the request. */
export const unknownAfterMs = 2 * 60_000
