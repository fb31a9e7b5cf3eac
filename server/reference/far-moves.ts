/** Detects rates that an operator would move further than a source may at once, for example by a mistyped digit. */
import type { Rates } from './rates.ts'

/** Describes the excessive moves for the operator; null if there is none, or no bound. */
export function farMoves(before: Rates, after: Rates, maxChange: number | undefined): string | null {
  if (maxChange === undefined) return null
  const moves = Object.entries(after).flatMap(([code, rate]) => {
    const from = before[code]
    if (from === undefined || Math.abs(rate / from - 1) <= maxChange) return []
    const times = rate > from ? rate / from : from / rate
    return [`${code} from ${from} to ${rate} (${times.toPrecision(3)} times as ${rate > from ? 'much' : 'little'})`]
  })
  return moves.length === 0 ? null : moves.join(', ')
}
