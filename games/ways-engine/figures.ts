/** The exact figures of a slot whose reels change their heights, from the moments of its paid and its free spins. */
import type { Pays, SlotDefinition } from '../slot-engine/definition.ts'
import type { SlotFigures } from '../slot-engine/figures.ts'
import { minus, plus, type Rational, rational, times } from '../slot-engine/rational.ts'
import { heightsOf } from './maths.ts'
import { type Moments, spinMoments } from './moments.ts'
import { mostOf } from './most.ts'

export function waysFigures(slot: SlotDefinition): SlotFigures {
  const { paid, free } = heightsOf(slot)
  const factor = slot.freeSpins?.multiplier ?? 1
  const awards = (scatters: number) => slot.freeSpins?.awards[scatters as keyof Pays] ?? 0
  const spin = spinMoments(slot, paid)
  const freeSpin = slot.freeSpins ? meansOf(spinMoments(slot, free)) : { mean: rational(0), square: rational(0) }
  // X = B + m (F1 + … + Fn): the free spins are independent of the spin that won them.
  const windows = total(spin.map((row) => row.windows))
  const average = (weigh: (row: Moments[number], spins: bigint) => bigint) =>
    rational(total(spin.map((row, scatters) => weigh(row, BigInt(awards(scatters))))), windows)
  const [b, bb] = [average(({ sum }) => sum), average(({ squares }) => squares)]
  const [n, nn] = [average((row, spins) => spins * row.windows), average((row, spins) => spins * spins * row.windows)]
  const bn = average((row, spins) => spins * row.sum)
  const m = rational(factor)
  const freeSpinVariance = minus(freeSpin.square, times(freeSpin.mean, freeSpin.mean))
  const mean = plus(b, times(m, times(n, freeSpin.mean)))
  const square = plus(
    plus(bb, times(rational(2), times(m, times(bn, freeSpin.mean)))),
    times(times(m, m), plus(times(n, freeSpinVariance), times(nn, times(freeSpin.mean, freeSpin.mean)))),
  )
  const stake = rational(1, slot.coins)
  return {
    rtp: times(mean, stake),
    variance: times(minus(square, times(mean, mean)), times(stake, stake)),
    hitRate: minus(
      rational(1),
      average(({ silent }) => silent),
    ),
    freeSpinRate: average((row, spins) => (spins > 0n ? row.windows : 0n)),
    ...maximum(slot, windows, awards),
  }
}

function meansOf(moments: Moments): { mean: Rational; square: Rational } {
  const windows = total(moments.map((row) => row.windows))
  return {
    mean: rational(total(moments.map(({ sum }) => sum)), windows),
    square: rational(total(moments.map(({ squares }) => squares)), windows),
  }
}

/** The best paid spin together with its free spins, each of which pays as much as possible. */
function maximum(slot: SlotDefinition, windows: bigint, awards: (scatters: number) => number) {
  const { paid, free } = heightsOf(slot)
  const bestFreeSpin = slot.freeSpins ? mostOf(slot, free, () => 0) : { coins: 0, windows: 0n }
  const factor = slot.freeSpins?.multiplier ?? 1
  const best = mostOf(slot, paid, (scatters) => awards(scatters) * factor * bestFreeSpin.coins)
  let chance = rational(best.windows, windows)
  // Every award of these slots is the same number of spins.
  const [spins = 0] = Object.values(slot.freeSpins?.awards ?? {})
  const freeWindows = slot.strips.reduce((all, strip) => all * BigInt(strip.length * free.length), 1n)
  for (let left = spins; left > 0; left--) chance = times(chance, rational(bestFreeSpin.windows, freeWindows))
  return { maxWin: times(rational(best.coins), rational(1, slot.coins)), maxWinChance: chance }
}

const total = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n)
