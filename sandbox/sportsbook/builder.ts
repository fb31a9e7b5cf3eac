/**
 * The bet builder combines selections of one match into one selection of its market `builder`. The outcome's code names
 * its parts, so that the code alone is enough for a price, a bet and its settlement: `result:home_total:2.5:over`.
 */
import { type MarketKey, marketId, marketKey } from './models/selection.ts'

export const builderMarket = 'builder'
export const maxParts = 6

export type Part = { market: string; outcome: string }

/** The code of these parts, regardless of their order. */
export const builderCode = (parts: Part[]) =>
  parts
    .map(({ market, outcome }) => `${market}:${outcome}`)
    .sort()
    .join('_')

/** Parses a code; null unless it consists of two or more selections of different markets. */
export function readBuilder(code: string): Array<Part & MarketKey> | null {
  const parts = code.split('_').map((text) => {
    const at = text.lastIndexOf(':')
    const key = marketKey(text.slice(0, at))
    return { ...key, market: marketId(key), outcome: text.slice(at + 1) }
  })
  const isComplete = builderCode(parts) === code && parts.every(({ type, outcome }) => type !== '' && outcome !== '')
  const areMarketsDifferent = new Set(parts.map(({ market }) => market)).size === parts.length
  return isComplete && areMarketsDifferent && parts.length > 1 && parts.length <= maxParts ? parts : null
}
