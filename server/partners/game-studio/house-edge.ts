/** What stakes cost on average, from the exact returns of the in-house games. */
import { readFigures } from '#games/figures.ts'
import { games } from '#games/games.ts'
import { rational, toNumber } from '#games/slot-engine/rational.ts'
import { stakesFor } from '#games/studio/stakes.ts'

/** The part of a stake that each game keeps, at the choice with which it opens. */
const edges = new Map(
  games.map(({ slug }) => {
    const [paid, of] = readFigures(slug).rtpExact.split('/')
    return [slug, toNumber(rational(BigInt(of!) - BigInt(paid!), BigInt(of!)))]
  }),
)
const slots = games.filter(({ kind }) => kind === 'slot').map(({ slug }) => slug)

/**
 * The average edge of the slots. `percentAt` is the percentage of a stake that counts towards a requirement: at half of it,
 * twice the stakes are needed. Slots that do not count are left out.
 */
export function edgeOfSlots(percentAt: (game: string) => number = () => 100): number {
  const costs = slots.filter((slug) => percentAt(slug) > 0).map((slug) => (edges.get(slug)! * 100) / percentAt(slug))
  return costs.length === 0 ? 0 : costs.reduce((sum, cost) => sum + cost, 0) / costs.length
}

/**
 * The edge of the costliest of these games, so that the result is not less than what any of them costs; of the average slot
 * for any game, and for games of other studios.
 */
export function edgeOf(named: readonly string[] | null): number {
  return named ? Math.max(...named.map((game) => edges.get(game) ?? edgeOfSlots())) : edgeOfSlots()
}

/** The lowest stake that one of these games accepts, in subunits; 0 if none of them is ours or accepts the currency. */
export function lowestStake(named: readonly string[] | null, currency: string): number {
  const stakes = games
    .filter(({ slug }) => named === null || named.includes(slug))
    .flatMap((maths) => stakesFor(maths, currency)?.min ?? [])
  return stakes.length === 0 ? 0 : Math.min(...stakes)
}
