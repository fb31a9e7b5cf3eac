/**
 * Calculates the return of a paid spin independently of the enumeration: by linearity it is the sum over the lines (or
 * ways, as an expected product of independent reels), so symbol counts per reel are sufficient. Both results must be
 * identical.
 */
import type { Pays, SlotDefinition, SymbolId } from './definition.ts'
import { columnAt } from './evaluate.ts'
import { plus, type Rational, rational, sum, times } from './rational.ts'

/** Expected coins of one paid spin, without free spins. */
export function expectedCoins(slot: SlotDefinition): Rational {
  const payers = slot.symbols.filter((symbol) => symbol !== 'wild' && symbol !== 'scatter')
  const perWay = sum(payers.map((symbol) => expectedRun(slot, symbol)))
  const lines = slot.pays.kind === 'lines' ? slot.pays.lines.length : 1
  return plus(times(rational(lines), perWay), expectedScatter(slot))
}

/** Expected coins of one paid round with free spins, which are independent of the spin that won them. */
export function expectedRoundCoins(slot: SlotDefinition): Rational {
  const spin = expectedCoins(slot)
  if (!slot.freeSpins) return spin
  const { awards, multiplier } = slot.freeSpins
  const freeSpins = sum(
    scatterChances(slot).map((chance, count) => times(chance, rational(awards[count as keyof Pays] ?? 0))),
  )
  return plus(spin, times(spin, times(freeSpins, rational(multiplier))))
}

/**
 * For one symbol: sum over run lengths of pay x E[factor on the run's reels] x P(next reel breaks it). On a line the
 * factor of a reel is 1 or the wild's; for ways it is the number of matching rows.
 */
function expectedRun(slot: SlotDefinition, symbol: SymbolId): Rational {
  const byLength = Array.from({ length: slot.reels }, (_, index) => {
    const length = index + 1
    const pay = slot.paytable[symbol]?.[length as keyof Pays] ?? 0
    if (pay === 0) return rational(0)
    let value = rational(pay)
    for (let reel = 0; reel < length; reel++) value = times(value, expectedFactor(slot, reel, symbol))
    return length < slot.reels ? times(value, chanceOfBreak(slot, length, symbol)) : value
  })
  return sum(byLength)
}

function expectedFactor(slot: SlotDefinition, reel: number, symbol: SymbolId): Rational {
  const symbols = slot.strips[reel]!
  const wildFactor = slot.pays.kind === 'lines' ? (slot.wild?.multiplier ?? 1) : 1
  const total = symbols.reduce((count, shown) => count + (shown === symbol ? 1 : shown === 'wild' ? wildFactor : 0), 0)
  // Every strip position is equally likely in each of the window's rows, so the expected number of matching rows is
  // rows times its share.
  return rational(slot.pays.kind === 'lines' ? total : total * slot.rows, symbols.length)
}

function chanceOfBreak(slot: SlotDefinition, reel: number, symbol: SymbolId): Rational {
  const symbols = slot.strips[reel]!
  const rows = slot.pays.kind === 'lines' ? 1 : slot.rows
  const misses = symbols.filter((_, stop) => {
    const window = columnAt(symbols, stop, rows)
    return !window.includes(symbol) && !window.includes('wild')
  })
  return rational(misses.length, symbols.length)
}

function expectedScatter(slot: SlotDefinition): Rational {
  return sum(
    scatterChances(slot).map((chance, count) =>
      times(chance, rational(slot.paytable.scatter?.[count as keyof Pays] ?? 0)),
    ),
  )
}

/**
 * Probability of each scatter count; a reel shows at most one (check-definition enforces it), so each reel is a biased
 * coin.
 */
function scatterChances(slot: SlotDefinition): Rational[] {
  let chances = [rational(1)]
  for (const symbols of slot.strips) {
    const shown = rational(symbols.filter((symbol) => symbol === 'scatter').length * slot.rows, symbols.length)
    const hidden = plus(rational(1), times(rational(-1), shown))
    chances = Array.from({ length: chances.length + 1 }, (_, count) =>
      plus(times(chances[count] ?? rational(0), hidden), times(chances[count - 1] ?? rational(0), shown)),
    )
  }
  return chances
}
