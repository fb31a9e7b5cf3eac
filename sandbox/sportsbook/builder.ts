/**
 * The bet builder: selections of one match that are one selection of its market `builder`. The outcome's code names its
 * parts, so that a price, a bet and its settlement know them by that code alone: `result:home_total:2.5:over`.
 */
import { type MarketKey, marketId, marketKey } from './models/selection.ts'

export const builderMarket = 'builder'
export const mostParts = 6

export type Part = { market: string; outcome: string }

/** The same for the same parts in any order. */
export const builderCode = (parts: Part[]) =>
  parts
    .map(({ market, outcome }) => `${market}:${outcome}`)
    .sort()
    .join('_')

/** Null unless the code is that of two or more selections of different markets. */
export function readBuilder(code: string): Array<Part & MarketKey> | null {
  const parts = code.split('_').map((text) => {
    const at = text.lastIndexOf(':')
    const key = marketKey(text.slice(0, at))
    return { ...key, market: marketId(key), outcome: text.slice(at + 1) }
  })
  const isWhole = builderCode(parts) === code && parts.every(({ type, outcome }) => type !== '' && outcome !== '')
  const isApart = new Set(parts.map(({ market }) => market)).size === parts.length
  return isWhole && isApart && parts.length > 1 && parts.length <= mostParts ? parts : null
}
