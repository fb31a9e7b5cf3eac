/**
 * The exact moments of one spin of reels with changing heights. There are too many windows to count, but reels are
 * independent, so the expectation of a product over reels is the product of their expectations.
 */
import type { Pays, SlotDefinition, SymbolId } from '../slot-engine/definition.ts'
import { columnAt } from '../slot-engine/evaluate.ts'

/** A reel at one height and stop: how many places match each paying symbol, and how many scatters are shown. */
export type Column = { matches: number[]; scatters: number }

/**
 * For each number of scatters: how many windows have it, the sum and the sum of squares of their payouts (scatter pays
 * included), and how many of them pay nothing.
 */
export type Moments = Array<{ windows: bigint; sum: bigint; squares: bigint; silent: bigint }>

export const payersOf = (slot: SlotDefinition): SymbolId[] =>
  slot.symbols.filter((symbol) => slot.paytable[symbol] && symbol !== 'scatter')

export function columnsOf(slot: SlotDefinition, heights: readonly number[]): Column[][] {
  const payers = payersOf(slot)
  return slot.strips.map((strip) =>
    heights.flatMap((height) =>
      strip.map((_, stop) => {
        const shown = columnAt(strip, stop, height)
        return {
          matches: payers.map((symbol) => shown.filter((one) => one === symbol || one === 'wild').length),
          scatters: shown.filter((one) => one === 'scatter').length,
        }
      }),
    ),
  )
}

/** The coins for a run of a symbol over `count` reels. */
export const payOf = (slot: SlotDefinition, symbol: SymbolId, count: number): number =>
  slot.paytable[symbol]?.[count as keyof Pays] ?? 0

export function spinMoments(slot: SlotDefinition, heights: readonly number[]): Moments {
  const payers = payersOf(slot)
  const columns = columnsOf(slot, heights)
  const runs = payers.flatMap((symbol, payer) =>
    Array.from({ length: slot.reels }, (_, index) => index + 1).flatMap((length) => {
      const pay = payOf(slot, symbol, length)
      return pay > 0 ? [{ payer, length, pay }] : []
    }),
  )
  const all = product(columns.map((reel) => polynomial(reel, () => 1)))
  const sums = addUp(
    all.length,
    runs.map((run) => scaled(product(columns.map((reel, at) => polynomial(reel, factor(run, at)))), run.pay)),
  )
  const squares = addUp(
    all.length,
    runs.flatMap((one) =>
      runs.map((other) => {
        const both = columns.map((reel, at) => {
          const [first, second] = [factor(one, at), factor(other, at)]
          return polynomial(reel, (column) => first(column) * second(column))
        })
        return scaled(product(both), one.pay * other.pay)
      }),
    ),
  )
  const silent = silentWindows(slot, columns)
  return all.map((windows, scatters) => {
    const pay = BigInt(payOf(slot, 'scatter', scatters))
    return {
      windows,
      sum: sums[scatters]! + pay * windows,
      squares: squares[scatters]! + 2n * pay * sums[scatters]! + pay * pay * windows,
      silent: pay > 0n ? 0n : (silent[scatters] ?? 0n),
    }
  })
}

type Run = { payer: number; length: number }

/** The factor by which a reel contributes to the number of ways of a run that ends after `length` reels. */
function factor({ payer, length }: Run, reel: number): (column: Column) => number {
  if (reel > length) return () => 1
  return reel < length ? ({ matches }) => matches[payer]! : ({ matches }) => (matches[payer] ? 0 : 1)
}

/** For each number of scatters, the sum of a value over the columns of a reel. */
function polynomial(reel: readonly Column[], value: (column: Column) => number): bigint[] {
  const sums = [0, 0]
  for (const column of reel) sums[column.scatters]! += value(column)
  return sums.map(BigInt)
}

function product(factors: bigint[][]): bigint[] {
  return factors.reduce(
    (all, one) => {
      const next = Array.from({ length: all.length + one.length - 1 }, () => 0n)
      all.forEach((left, at) => one.forEach((right, more) => (next[at + more]! += left * right)))
      return next
    },
    [1n],
  )
}

const scaled = (values: bigint[], by: number) => values.map((value) => value * BigInt(by))
const addUp = (length: number, all: bigint[][]) =>
  Array.from({ length }, (_, index) => all.reduce((sum, values) => sum + (values[index] ?? 0n), 0n))

/** Windows in which no run pays, by number of scatters. */
function silentWindows(slot: SlotDefinition, columns: Column[][]): bigint[] {
  const payers = payersOf(slot)
  /** Symbols whose runs still continue, as bits, and the scatters so far -> windows. */
  let states = new Map<string, { running: number; scatters: number; windows: bigint }>()
  states.set('', { running: 2 ** payers.length - 1, scatters: 0, windows: 1n })
  for (const [at, reel] of columns.entries()) {
    const next = new Map<string, { running: number; scatters: number; windows: bigint }>()
    for (const [bits, scatters, count] of grouped(reel))
      for (const state of states.values()) {
        const running = state.running & bits
        // Windows in which a run pays at this length are left out, however the run continues.
        if (payers.some((symbol, payer) => running & (1 << payer) && payOf(slot, symbol, at + 1) > 0)) continue
        const key = `${running}/${state.scatters + scatters}`
        const windows = (next.get(key)?.windows ?? 0n) + state.windows * BigInt(count)
        next.set(key, { running, scatters: state.scatters + scatters, windows })
      }
    states = next
  }
  const silent: bigint[] = []
  for (const { scatters, windows } of states.values()) silent[scatters] = (silent[scatters] ?? 0n) + windows
  return silent
}

function grouped(reel: readonly Column[]): Array<[bits: number, scatters: number, count: number]> {
  const groups = new Map<string, [number, number, number]>()
  for (const { matches, scatters } of reel) {
    const bits = matches.reduce((sum, count, payer) => (count ? sum | (1 << payer) : sum), 0)
    const found = groups.get(`${bits}/${scatters}`)
    if (found) found[2]++
    else groups.set(`${bits}/${scatters}`, [bits, scatters, 1])
  }
  return [...groups.values()]
}
