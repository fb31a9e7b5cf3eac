import type { WireMarket } from '../wire.ts'

/** Markets with overlapping outcomes, by how many of them win; null if that varies. Of all others, one outcome wins. */
const winners: Record<string, number | null> = { doubleChance: 2, earlyResult: null }

/**
 * The share of the stakes that the house keeps, whatever happens, if they are spread so that every outcome pays the
 * same. It follows from the displayed odds, so players can check it. Null if an outcome has no price, or if the odds
 * alone do not tell.
 */
export function keptShareOf({ type, odds }: Pick<WireMarket, 'type' | 'odds'>): number | null {
  const prices = Object.values(odds)
  const winning = winners[type] === undefined ? 1 : winners[type]
  if (winning === null || prices.length < 2 || prices.some((price) => price === null)) return null
  const sum = prices.reduce((total, price) => total + 1 / Number(price), 0)
  return 1 - winning / sum
}
