/**
 * A slot's figures from its full enumeration: return, hit rate, standard deviation, maximum win. They are rounded only for
 * display.
 */
import type { Pays, SlotDefinition, Volatility } from './definition.ts'
import { enumerate, type Histogram } from './enumerate.ts'
import { minus, plus, type Rational, rational, sum, times, toNumber } from './rational.ts'

export type SlotFigures = {
  /** Multiples of the stake. */
  rtp: Rational
  /** Share of rounds with any payout. */
  hitRate: Rational
  /** Of one round's return, in squared stakes. */
  variance: Rational
  /** Share of rounds that win free spins. */
  freeSpinRate: Rational
  /** Multiples of the stake, free spins included. */
  maxWin: Rational
  maxWinChance: Rational
}

/**
 * A round is its paid spin plus, for each free spin won, an independent spin on the same strips times the multiplier:
 * X = B + m (B1 + … + Bn). Free spins win no further free spins, so the moments follow from one histogram.
 */
export function slotFigures(slot: SlotDefinition, histogram: Histogram = enumerate(slot)): SlotFigures {
  const m = BigInt(slot.freeSpins?.multiplier ?? 1)
  const sums = { b: 0n, bb: 0n, n: 0n, nn: 0n, bn: 0n, hits: 0n, triggers: 0n }
  for (const row of histogram.rows) {
    const [b, n, weight] = [BigInt(row.coins), BigInt(freeSpinsFor(slot, row.scatters)), BigInt(row.combinations)]
    sums.b += weight * b
    sums.bb += weight * b * b
    sums.n += weight * n
    sums.nn += weight * n * n
    sums.bn += weight * b * n
    if (b > 0n) sums.hits += weight
    if (n > 0n) sums.triggers += weight
  }
  const mean = (value: bigint) => rational(value, histogram.total)
  const [b, bb, n, nn, bn] = [mean(sums.b), mean(sums.bb), mean(sums.n), mean(sums.nn), mean(sums.bn)]
  const factor = rational(m)
  const expected = plus(b, times(factor, times(n, b)))
  const square = plus(
    plus(bb, times(rational(2), times(factor, times(bn, b)))),
    times(times(factor, factor), plus(times(n, minus(bb, times(b, b))), times(nn, times(b, b)))),
  )
  const stake = rational(1, slot.coins)
  return {
    rtp: times(expected, stake),
    variance: times(minus(square, times(expected, expected)), times(stake, stake)),
    hitRate: hitRate(slot, histogram, sums.hits),
    freeSpinRate: mean(sums.triggers),
    ...maximum(slot, histogram),
  }
}

/** The best paid spin together with its free spins, each of which pays as much as the best spin. */
function maximum(slot: SlotDefinition, { total, rows }: Histogram): Pick<SlotFigures, 'maxWin' | 'maxWinChance'> {
  const multiplier = slot.freeSpins?.multiplier ?? 1
  const best = Math.max(...rows.map(({ coins }) => coins))
  const bestCount = rows.filter(({ coins }) => coins === best).reduce((all, { combinations }) => all + combinations, 0)
  const rounds = rows.map((row) => {
    const spins = freeSpinsFor(slot, row.scatters)
    return { ...row, spins, most: row.coins + spins * multiplier * best }
  })
  const most = Math.max(...rounds.map((round) => round.most))
  const chances = rounds
    .filter((round) => round.most === most)
    .map(({ combinations, spins }) =>
      rational(BigInt(combinations) * BigInt(bestCount) ** BigInt(spins), BigInt(total) ** BigInt(spins + 1)),
    )
  return { maxWin: rational(most, slot.coins), maxWinChance: sum(chances) }
}

/**
 * Free spins always come with a scatter win (check-definition enforces it), so a round pays if and only if its paid spin does.
 */
function hitRate(slot: SlotDefinition, histogram: Histogram, hits: bigint): Rational {
  const violations = histogram.rows.filter((row) => row.coins === 0 && freeSpinsFor(slot, row.scatters) > 0)
  if (violations.length > 0) throw new Error(`${slot.slug}: free spins without a scatter win`)
  return rational(hits, histogram.total)
}

function freeSpinsFor(slot: SlotDefinition, scatters: number): number {
  return slot.freeSpins?.awards[scatters as keyof Pays] ?? 0
}

/** A slot's volatility is determined by the standard deviation of one round, in stakes. */
export const volatilityBounds: Array<{ label: Volatility; below: number }> = [
  { label: 'low', below: 4 },
  { label: 'medium', below: 8 },
  { label: 'high', below: 16 },
  { label: 'extreme', below: Infinity },
]
export function volatilityOf(variance: Rational): Volatility {
  const deviation = Math.sqrt(toNumber(variance))
  return volatilityBounds.find((bound) => deviation < bound.below)!.label
}
