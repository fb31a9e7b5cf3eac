/**
 * The return of every game, recomputed from what players can read: its rules in English, and the published tables. Nothing of
 * the games' code is used. Returns are exact fractions, except where a test states a tolerance.
 */
import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../games/${path}`, import.meta.url), 'utf8'))
type Tables = Record<string, any>
const published = read('published/fairness.json') as { games: Array<{ game: string; tables: Tables }> }
/** What players are shown as the game's return. */
const figures = read('figures.json') as Record<string, { rtpExact: string; rtpLowest: number; rtpHighest: number }>
const tablesOf = (game: string): Tables => published.games.find((each) => each.game === game)!.tables
const rulesOf = (game: string): string =>
  (read(`${game}/words.json`).en.rules as Array<{ title: string; text: string }>)
    .map(({ title, text }) => `${title}: ${text}`)
    .join('\n')

/** The numbers that the rules state where the pattern has groups. */
function stated(game: string, pattern: RegExp): number[] {
  const match = pattern.exec(rulesOf(game))
  if (!match) throw new Error(`the rules of ${game} do not say ${pattern.source}`)
  return match.slice(1).map((text) => Number(text.replaceAll(',', '')))
}

type Fraction = { top: bigint; bottom: bigint }
function fraction(top: bigint | number, bottom: bigint | number = 1n): Fraction {
  let [a, b] = [BigInt(top), BigInt(bottom)]
  while (b) [a, b] = [b, a % b]
  return { top: BigInt(top) / a, bottom: BigInt(bottom) / a }
}
const zero = fraction(0)
const plus = (a: Fraction, b: Fraction) => fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom)
const times = (...all: Fraction[]) => all.reduce((a, b) => fraction(a.top * b.top, a.bottom * b.bottom))
const total = (all: Fraction[]) => all.reduce(plus, zero)
/** A decimal as it is written. */
function exactly(value: number): Fraction {
  const [whole = '', decimals = ''] = String(value).split('.')
  return fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length))
}
const percent = ({ top, bottom }: Fraction) => Number((top * 20_000n + bottom) / (bottom * 2n)) / 100
const numberOf = ({ top, bottom }: Fraction) => {
  const excess = BigInt(Math.max(0, bottom.toString(2).length - 1_000))
  return Number(top >> excess) / Number(bottom >> excess)
}
const shown = (game: string) => {
  const [top, bottom] = figures[game]!.rtpExact.split('/')
  return fraction(BigInt(top!), BigInt(bottom!))
}
const choose = (of: number, count: number): bigint => {
  let ways = count < 0 || count > of ? 0n : 1n
  for (let each = 0; each < count && ways; each++) ways = (ways * BigInt(of - each)) / BigInt(each + 1)
  return ways
}
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** The lowest, the highest and the opening choice's return are those that the page shows. */
function expectReturns(game: string, all: Fraction[]): void {
  const percents = all.map(percent)
  const { rtpLowest, rtpHighest } = figures[game]!
  expect([Math.min(...percents), Math.max(...percents)], game).toEqual([rtpLowest, rtpHighest])
  const opening = shown(game)
  expect(
    all.some(({ top, bottom }) => top === opening.top && bottom === opening.bottom),
    game,
  ).toBe(true)
}

describe('games of chance with one draw', () => {
  test('dice', () => {
    const [returned] = stated('dice', /The multiplier is (\d+)% divided by the chance/) as [number]
    const sides = 10_000
    expectReturns(
      'dice',
      (tablesOf('dice').winCounts as number[]).map((wins) => {
        // At a stake of the unit, each win is a whole number of subunits, as the rules promise.
        const paid = times(fraction(10 * returned * 100), fraction(1, wins))
        expect(paid.bottom).toBe(1n)
        return times(paid, fraction(wins, sides), fraction(1, 10))
      }),
    )
  })

  test('limbo', () => {
    const [lowest, highest] = stated('limbo', /from ([\d.]+)× to ([\d,]+)×/) as [number, number]
    const [returned] = stated('limbo', /The chance to win is (\d+)% divided by the target/) as [number]
    const returns = range(lowest * 10, highest * 10).map((tenths) => {
      const sides = Math.floor(2 ** 32 / (tenths * 10)) * tenths * 10
      return times(fraction((sides / (tenths * 10)) * returned, sides), fraction(tenths, 10))
    })
    expectReturns('limbo', returns)
  })

  test('wheel', () => {
    const wheels = Object.values(tablesOf('wheel').multipliers as Record<string, Record<string, number[]>>).flatMap(
      (sizes) => Object.values(sizes),
    )
    expect(wheels.length).toBe(12)
    expectReturns(
      'wheel',
      wheels.map((segments) => times(total(segments.map(exactly)), fraction(1, segments.length))),
    )
  })

  test('plinko', () => {
    const [fewest, most] = stated('plinko', /(\d+) to (\d+) rows/) as [number, number]
    const tables = tablesOf('plinko').multipliers as Record<string, Record<string, number[]>>
    const returns = Object.values(tables).flatMap((byRows) =>
      range(fewest, most).map((rows) =>
        total(
          byRows[rows]!.map((each, bucket) => times(exactly(each), fraction(choose(rows, bucket), 2n ** BigInt(rows)))),
        ),
      ),
    )
    expect(returns.length).toBe(27)
    expectReturns('plinko', returns)
  })

  test('keno', () => {
    expect(rulesOf('keno')).toMatch(/Ten of the forty numbers are drawn without replacement/)
    const tables = tablesOf('keno').multipliers as Record<string, number[][]>
    expectReturns(
      'keno',
      Object.values(tables).flatMap((rows) =>
        rows.map((row, index) =>
          total(
            row.map((each, hits) =>
              times(exactly(each), fraction(choose(index + 1, hits) * choose(39 - index, 10 - hits), choose(40, 10))),
            ),
          ),
        ),
      ),
    )
  })

  test('diamonds', () => {
    expect(rulesOf('diamonds')).toMatch(/Five gems are drawn, each of seven colours/)
    const [five, four, full, three, two] = stated(
      'diamonds',
      /Five of a kind pays (\d+)×, four of a kind (\d+)×, a full house (\d+)×, three of a kind (\d+)×, two pairs ([\d.]+)×/,
    ) as [number, number, number, number, number]
    const pays: Record<string, number> = { 5: five, 41: four, 32: full, 311: three, 221: two }
    let sum = zero
    for (let draw = 0; draw < 7 ** 5; draw++) {
      const counts: number[] = Array.from({ length: 7 }, () => 0)
      for (let rest = draw, gem = 0; gem < 5; gem++, rest = Math.floor(rest / 7)) counts[rest % 7]!++
      const hand = counts
        .filter(Boolean)
        .toSorted((one, other) => other - one)
        .join('')
      if (pays[hand]) sum = plus(sum, exactly(pays[hand]))
    }
    expectReturns('diamonds', [times(sum, fraction(1, 7 ** 5))])
  })

  test.each(['roulette', 'french-roulette'])('%s', (game) => {
    const pays = stated(
      game,
      /A number pays (\d+) to 1, a split (\d+) to 1, a street (\d+) to 1, a corner (\d+) to 1, a six line (\d+) to 1, a dozen or column (\d+) to 1, an even chance (\d+) to 1/,
    )
    const byCount = new Map([1, 2, 3, 4, 6, 12, 18].map((count, index) => [count, pays[index]! + 1]))
    const isReturned = /half of every bet on red, black, even, odd, 1–18 or 19–36 is returned/.test(rulesOf(game))
    const positions = Object.values(tablesOf(game).positions as Record<string, number[]>)
    expect(positions.length).toBe(157)
    expectReturns(
      game,
      positions.map((numbers) => {
        const half = isReturned && numbers.length === 18 ? 1 : 0
        return fraction(2 * numbers.length * byCount.get(numbers.length)! + half, 74)
      }),
    )
  })
})

test('baccarat', () => {
  const rules = rulesOf('baccarat')
  const [playerTo] = stated('baccarat', /The player draws at 0 to (\d)/) as [number]
  const [always] = stated('baccarat', /The banker draws at 0 to (\d)\. At 3/) as [number]
  const [except, from4, to4, from5, to5, from6, to6] = stated(
    'baccarat',
    /At 3 the banker draws unless the player’s third card is an (\d), at 4 against (\d) to (\d), at 5 against (\d) to (\d), at 6 against (\d) or (\d)/,
  ) as [number, number, number, number, number, number, number]
  const [alone] = stated('baccarat', /If the player stood, the banker draws at 0 to (\d)/) as [number]
  const bankerDraws = (banker: number, third: number) =>
    banker <= always ||
    (banker === 3 && third !== except) ||
    (banker === 4 && third >= from4 && third <= to4) ||
    (banker === 5 && third >= from5 && third <= to5) ||
    (banker === 6 && third >= from6 && third <= to6)
  const left = [128, ...Array.from({ length: 9 }, () => 32)]
  const ways = { player: 0n, banker: 0n, tie: 0n }
  let cards = 416
  /** Counts all orders of six cards, of which those that are not dealt may be any. */
  const deal = (dealt: number[], weight: bigint): void => {
    const [p1, b1, p2, b2, ...thirds] = dealt
    if (dealt.length < 4) return draw(dealt, weight)
    const [player, banker] = [(p1! + p2!) % 10, (b1! + b2!) % 10]
    const isNatural = player >= 8 || banker >= 8
    const playerDrew = !isNatural && player <= playerTo
    if (playerDrew && thirds.length === 0) return draw(dealt, weight)
    const drawsToo = !isNatural && (playerDrew ? bankerDraws(banker, thirds[0]!) : banker <= alone)
    if (drawsToo && thirds.length === (playerDrew ? 1 : 0)) return draw(dealt, weight)
    let all = weight
    for (let rest = dealt.length; rest < 6; rest++) all *= BigInt(416 - rest)
    const ends = (player + (playerDrew ? thirds[0]! : 0)) % 10
    const bankerEnds = (banker + (drawsToo ? thirds.at(-1)! : 0)) % 10
    ways[ends > bankerEnds ? 'player' : ends < bankerEnds ? 'banker' : 'tie'] += all
  }
  const draw = (dealt: number[], weight: bigint): void => {
    for (const [points, count] of left.entries()) {
      left[points]!--
      cards--
      deal([...dealt, points], weight * BigInt(count))
      cards++
      left[points]!++
    }
  }
  draw([], 1n)
  const all = ways.player + ways.banker + ways.tie
  const counted = stated(
    'baccarat',
    /Of all ([\d,]+) deals of six cards the banker wins ([\d,]+), the player ([\d,]+), and ([\d,]+) are ties/,
  )
  expect(counted).toEqual([all, ways.banker, ways.player, ways.tie].map(Number))
  expect(rules).toMatch(
    /Player pays 1 to 1, banker 0\.95 to 1, a tie 8 to 1; a tie returns bets on player and banker\. A pair pays 11 to 1/,
  )
  expectReturns('baccarat', [
    fraction(2n * ways.player + ways.tie, all),
    fraction(195n * ways.banker + 100n * ways.tie, 100n * all),
    fraction(9n * ways.tie, all),
    fraction(12n * 31n, 415n),
  ])
})

describe('games of several steps that return the same at every step', () => {
  test('mines', () => {
    expect(rulesOf('mines')).toMatch(/0\.99 × C\(25, k\) ÷ C\(25 − m, k\)/)
    const worth = (mines: number, tiles: number) =>
      times(exactly(0.99), fraction(choose(25, tiles), choose(25 - mines, tiles)))
    const returns = range(1, 24).flatMap((mines) =>
      range(1, 25 - mines).map((tiles) =>
        times(worth(mines, tiles), fraction(choose(25 - mines, tiles), choose(25, tiles))),
      ),
    )
    expectReturns('mines', returns)
    const examples = stated('mines', /pay ([\d.]+)×, ([\d.]+)× and ([\d.]+)×; the highest multiplier is ([\d,]+)×/)
    const highest = Math.max(...range(1, 24).map((mines) => Math.ceil(numberOf(worth(mines, 25 - mines)))))
    const first = [1, 2, 3].map((tiles) => Math.round(numberOf(worth(3, tiles)) * 10_000) / 10_000)
    expect(examples).toEqual([...first, highest])
  })

  test('towers', () => {
    const shapes = stated(
      'towers',
      /Easy has (\d) safe doors of (\d) on each floor, medium (\d) of (\d), hard (\d) of (\d), expert (\d) of (\d), master (\d) of (\d)/,
    )
    const tops = stated('towers', /at the top ([\d.]+)×, ([\d.]+)×, ([\d.]+)×, ([\d,.]+)× and ([\d,.]+)×/)
    expect(rulesOf('towers')).toMatch(/0\.99 × \(doors ÷ safe\)\^k/)
    const { floors, towers } = tablesOf('towers') as { floors: number; towers: Record<string, unknown> }
    const returns = Object.values(towers).flatMap((table, index) => {
      const [safe, tiles] = [shapes[index * 2]!, shapes[index * 2 + 1]!]
      expect(table).toEqual({ tiles, safe })
      const worth = (floor: number) =>
        times(exactly(0.99), fraction(BigInt(tiles) ** BigInt(floor), BigInt(safe) ** BigInt(floor)))
      expect(numberOf(worth(floors))).toBeCloseTo(tops[index]!, 4)
      return range(1, floors).map((floor) =>
        times(worth(floor), fraction(BigInt(safe) ** BigInt(floor), BigInt(tiles) ** BigInt(floor))),
      )
    })
    expectReturns('towers', returns)
  })

  test('hilo', () => {
    const [ranks] = stated('hilo', /A call multiplies your win by (\d+) ÷ the number of ranks that win it/) as [number]
    const [less] = stated('hilo', /(\d)% is taken off the stake once/) as [number]
    expect(rulesOf('hilo')).toMatch(/a card of the same rank wins either call/)
    // A call is worth as much as before on average, so the return does not depend on their number.
    const returns = range(0, ranks - 1).flatMap((rank) =>
      [ranks - rank, rank + 1].map((wins) =>
        times(fraction(100 - less, 100), fraction(wins, ranks), fraction(ranks, wins)),
      ),
    )
    expectReturns('hilo', returns)
  })

  test('crash, to 1 in 10^8 of a stake, because 2^52 is not a multiple of every multiplier', () => {
    const [lowest, highest] = stated('crash', /Choose a multiplier from ([\d.]+)× to ([\d,]+)×/) as [number, number]
    const [some, of] = stated('crash', /(\d+) of (\d+) rounds end at 1\.00×/) as [number, number]
    const reaching = (hundredths: number) => (99n * 2n ** 52n) / BigInt(hundredths)
    for (const hundredths of [lowest * 100, 137, 200, 1_000, 99_999, highest * 100])
      expect((Number(reaching(Math.round(hundredths))) / 2 ** 52) * (hundredths / 100)).toBeCloseTo(
        numberOf(shown('crash')),
        8,
      )
    expect(1 - Number(reaching(Math.round(lowest * 100))) / 2 ** 52).toBeCloseTo(some / of, 12)
  })
})

/** What the rules of a slot say, and its tables without these numbers. */
function slotOf(game: string) {
  const rules = rulesOf(game)
  const { reels, rows, coins, strips, pays, paytable, feature, ...stores } = tablesOf(game)
  const optional = (pattern: RegExp) => (pattern.test(rules) ? stated(game, pattern) : null)
  const [wildFactor] = optional(/Every wild in a win multiplies it by (\d+)/) ?? [1]
  const awards =
    optional(/Three, four or five scatters anywhere pay and trigger (\d+), (\d+) or (\d+) free spins/) ??
    optional(/Three or more scatters anywhere pay and start (\d+) free spins/)
  const [freeFactor] = optional(/All wins in free spins are multiplied by (\d+)/) ?? [1]
  // A game without wilds has none on its strips.
  if (stores.wild) expect(stores.wild.multiplier).toBe(wildFactor)
  expect(awards === null, game).toBe(stores.freeSpins === null)
  if (awards) expect(rules).toMatch(/Free spins cannot be retriggered/)
  return {
    rows: rows as number,
    coins: coins as number,
    strips: (strips as string[]).map((strip) => strip.split(' ')),
    lines: pays.kind === 'lines' ? (pays.lines as number[][]) : null,
    reels: reels as number,
    pay: (symbol: string, count: number): number => paytable[symbol]?.[count] ?? 0,
    symbols: Object.keys(paytable as object).filter((symbol) => symbol !== 'scatter'),
    feature: feature as Tables | undefined,
    wildFactor: wildFactor!,
    freeFactor: freeFactor!,
    spinsFor: (scatters: number) => (awards && scatters >= 3 ? (awards[scatters - 3] ?? awards.at(-1)!) : 0),
    scattersPayInFreeSpins: /Scatters pay in free spins as well/.test(rules),
  }
}
type Slot = ReturnType<typeof slotOf>

/** For each place of the strip and each height, what a reel shows. */
const windowsOf = (strip: string[], heights: number[]): string[][] =>
  heights.flatMap((height) =>
    strip.map((_, stop) => range(0, height - 1).map((row) => strip[(stop + row) % strip.length]!)),
  )

/** The expected coins of lines or ways: reels are independent, so the expectation of a run is a product. */
function expectedRuns(slot: Slot, heights: number[]): Fraction {
  const reels = slot.strips.map((strip) => windowsOf(strip, heights))
  const mean = (windows: string[][], value: (shown: string[]) => number) =>
    fraction(
      windows.reduce((sum, shown) => sum + value(shown), 0),
      windows.length,
    )
  const worth = (symbol: string, rows: number[] | null) =>
    total(
      range(1, slot.reels).map((length) => {
        if (slot.pay(symbol, length) === 0) return zero
        const factors = reels.slice(0, length + 1).map((windows, reel) => {
          const places = (shown: string[]) => (rows ? [shown[rows[reel]!]!] : shown)
          const matching = (shown: string[]) =>
            places(shown).filter((each) => each === symbol || (reel > 0 && each === 'wild'))
          if (reel === length) return mean(windows, (shown) => (matching(shown).length === 0 ? 1 : 0))
          return mean(windows, (shown) =>
            matching(shown).reduce((sum, each) => sum + (rows && each === 'wild' ? slot.wildFactor : 1), 0),
          )
        })
        return times(fraction(slot.pay(symbol, length)), ...factors)
      }),
    )
  return total((slot.lines ?? [null]).flatMap((rows) => slot.symbols.map((symbol) => worth(symbol, rows))))
}

/** The probability of each number of a symbol in the window. */
function chances(slot: Slot, heights: number[], counted: string): Fraction[] {
  return slot.strips.reduce(
    (before, strip) => {
      const after: Fraction[] = []
      const windows = windowsOf(strip, heights)
      const numbers = windows.map((shown) => shown.filter((symbol) => symbol === counted).length)
      for (const [count, chance] of before.entries())
        for (const more of new Set(numbers)) {
          const share = fraction(numbers.filter((each) => each === more).length, windows.length)
          after[count + more] = plus(after[count + more] ?? zero, times(chance, share))
        }
      return Array.from(after, (chance) => chance ?? zero)
    },
    [fraction(1)],
  )
}

function returnOf(slot: Slot, heights: { paid: number[]; free: number[] }): Fraction {
  const scatterPays = (of: number[]) =>
    total(chances(slot, of, 'scatter').map((chance, count) => times(chance, fraction(slot.pay('scatter', count)))))
  const spins = total(
    chances(slot, heights.paid, 'scatter').map((chance, count) => times(chance, fraction(slot.spinsFor(count)))),
  )
  const freeSpin = spins.top
    ? plus(expectedRuns(slot, heights.free), slot.scattersPayInFreeSpins ? scatterPays(heights.free) : zero)
    : zero
  const coins = plus(
    plus(expectedRuns(slot, heights.paid), scatterPays(heights.paid)),
    times(spins, fraction(slot.freeFactor), freeSpin),
  )
  return times(coins, fraction(1, slot.coins))
}

describe('slots', () => {
  const kindOf = (game: string): string => tablesOf(game).feature?.kind ?? 'none'
  const slots = published.games.filter(({ tables }) => 'strips' in tables).map(({ game }) => game)
  const ofKind = (kind: string) => slots.filter((game) => kindOf(game) === kind)

  test.each(ofKind('none'))('%s', (game) => {
    const slot = slotOf(game)
    const heights = [slot.rows]
    expectReturns(game, [returnOf(slot, { paid: heights, free: heights })])
  })

  test.each(ofKind('heights'))('%s', (game) => {
    const list = /draws its own height: ([\d, ]+) or (\d) symbols/.exec(rulesOf(game))!
    const paid = [...list[1]!.split(','), list[2]!].map(Number)
    const free = /In free spins every reel is (\d) or (\d) symbols high/.exec(rulesOf(game))?.slice(1).map(Number) ?? []
    expect(tablesOf(game).feature).toEqual({ kind: 'heights', paid, free })
    expectReturns(game, [returnOf(slotOf(game), { paid, free })])
  })

  test.each(ofKind('hold'))('%s, to 1 in 10^12 of a stake', (game) => {
    const slot = slotOf(game)
    const [from] = stated(game, /(\d+) or more [a-z ]+ in the window are held/) as [number]
    const [oneIn] = stated(game, /with a chance of 1 in (\d+)/) as [number]
    const [most] = stated(game, /ends after (\d+) draws in a row without/) as [number]
    const [places, full] = stated(game, /When all (\d+) places hold a [a-z]+, they pay (\d+) times the stake/) as [
      number,
      number,
    ]
    const words: Record<string, number> = {
      one: 1,
      two: 2,
      three: 3,
      four: 4,
      five: 5,
      six: 6,
      seven: 7,
      eight: 8,
      ten: 10,
    }
    const named = /of 20 values, (.+), all equally likely/.exec(rulesOf(game))![1]!
    const values = [...named.matchAll(/(one|two|three|five|eight|ten)(?: are)? (\d+)/g)].flatMap(([, count, value]) =>
      Array.from({ length: words[count!]! }, () => Number(value)),
    )
    expect(values.length).toBe(20)
    expect(tablesOf(game).feature).toEqual({
      kind: 'hold',
      from,
      spins: most,
      oneIn,
      full: full * slot.coins,
      values: values.map((value) => value * slot.coins),
    })
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const known = new Map<string, number>()
    const worth = (held: number, left: number): number => {
      if (held === places) return full
      if (left === 0) return held * mean
      const key = `${held} ${left}`
      if (!known.has(key)) {
        const empty = places - held
        const chance = (more: number) =>
          Number(choose(empty, more)) * (1 / oneIn) ** more * (1 - 1 / oneIn) ** (empty - more)
        known.set(
          key,
          range(0, empty).reduce((sum, more) => sum + chance(more) * worth(held + more, more ? most : left - 1), 0),
        )
      }
      return known.get(key)!
    }
    const feature = chances(slot, [slot.rows], 'coin').reduce(
      (sum, chance, count) => (count < from ? sum : sum + numberOf(chance) * worth(count, most)),
      0,
    )
    const lines = numberOf(expectedRuns(slot, [slot.rows])) / slot.coins
    expect(lines + feature).toBeCloseTo(numberOf(shown(game)), 12)
  })

  longTest.for(ofKind('cascade'))('%s', (game) => {
    const slot = slotOf(game)
    const words =
      /counts ×(\d+), the second ×(\d+), the third ×(\d+)(?:, the fourth ×(\d+))?, and every further one ×(\d+)/
    const multipliers = words.exec(rulesOf(game))!.slice(1).filter(Boolean).map(Number)
    expect(tablesOf(game).feature).toEqual({ kind: 'cascade', multipliers })
    const { coins, all } = countCascades(slot, multipliers)
    expectReturns(game, [fraction(coins, all * BigInt(slot.coins))])
  })
})

/** Plays the chain of every combination of stops. A reel is turned only once a run reaches it. */
function countCascades(slot: Slot, multipliers: number[]): { coins: bigint; all: bigint } {
  const names = [...slot.symbols, 'wild']
  const wild = names.length - 1
  const strips = slot.strips.map((strip) => strip.map((symbol) => names.indexOf(symbol)))
  const pays = names.map((symbol) => range(0, slot.reels).map((count) => slot.pay(symbol, count)))
  const rest = range(0, slot.reels).map((reel) =>
    strips.slice(reel).reduce((product, { length }) => product * length, 1),
  )
  const tops: number[] = []
  /** Null if the next reel decides. */
  const play = (turned: number): number | null => {
    const at = tops.slice(0, turned)
    let grid = at.map((top, reel) =>
      range(0, slot.rows - 1).map((row) => strips[reel]![(top + row) % strips[reel]!.length]!),
    )
    let sum = 0
    for (let step = 0; ; step++) {
      let won = 0
      const gone = grid.map((column) => column.map(() => false))
      for (const symbol of new Set(grid[0])) {
        let [ways, length] = [1, 0]
        for (; length < slot.reels; length++) {
          if (length === turned) return null
          const matches = grid[length]!.reduce((count, each) => count + (each === symbol || each === wild ? 1 : 0), 0)
          if (matches === 0) break
          ways *= matches
        }
        const pay = pays[symbol]![length]!
        if (pay === 0) continue
        won += pay * ways
        for (let reel = 0; reel < length; reel++)
          for (const [row, each] of grid[reel]!.entries()) if (each === symbol || each === wild) gone[reel]![row] = true
      }
      if (won === 0) return sum
      sum += won * multipliers[Math.min(step, multipliers.length - 1)]!
      grid = grid.map((column, reel) => {
        const stays = column.filter((_, row) => !gone[reel]![row])
        while (stays.length < slot.rows) {
          const next = (at[reel]! + strips[reel]!.length - 1) % strips[reel]!.length
          at[reel] = next
          stays.unshift(strips[reel]![next]!)
        }
        return stays
      })
    }
  }
  let coins = 0n
  const visit = (turned: number): void => {
    const sum = turned === 0 ? null : play(turned)
    if (sum !== null) coins += BigInt(sum * rest[turned]!)
    else
      for (let stop = 0; stop < strips[turned]!.length; stop++) {
        tops[turned] = stop
        visit(turned + 1)
      }
  }
  visit(0)
  return { coins, all: BigInt(rest[0]!) }
}

/** Optimal play, by dynamic programming with doubles. Suits and earlier cards do not matter, because every card is drawn from all. */
function blackjackReturn(rules: {
  blackjack: number
  mostHands: number
  surrender: number | null
  standsFrom: number
}): number {
  const values = range(1, 10).map((value) => ({ value, chance: (value === 10 ? 4 : 1) / 13 }))
  const bestOf = (sum: number, hasAce: boolean) => (hasAce && sum <= 11 ? sum + 10 : sum)
  const memo = <Value>(make: (sum: number, hasAce: boolean) => Value) => {
    const known = new Map<number, Value>()
    return (sum: number, hasAce: boolean): Value => {
      const key = sum * 2 + Number(hasAce)
      if (!known.has(key)) known.set(key, make(sum, hasAce))
      return known.get(key)!
    }
  }
  let result = 0
  for (const { value: up, chance: upChance } of values) {
    const hasDealer = up === 1 ? 4 / 13 : up === 10 ? 1 / 13 : 0
    /** The dealer's final totals, 22 for more than 21, given that there is no blackjack. */
    const dealerFrom = memo((sum, hasAce): number[] => {
      const best = bestOf(sum, hasAce)
      const ends: number[] = Array.from({ length: 23 }, () => 0)
      if (best >= rules.standsFrom) ends[Math.min(best, 22)] = 1
      else
        for (const { value, chance } of values)
          for (const [end, share] of dealerFrom(sum + value, hasAce || value === 1).entries())
            ends[end]! += chance * share
      return ends
    })
    const ends: number[] = Array.from({ length: 23 }, () => 0)
    for (const { value, chance } of values) {
      if (up + value === 11 && (up === 1 || value === 1)) continue
      for (const [end, share] of dealerFrom(up + value, up === 1 || value === 1).entries())
        ends[end]! += (chance / (1 - hasDealer)) * share
    }
    const stand = memo((sum, hasAce): number => {
      const best = bestOf(sum, hasAce)
      if (best > 21) return -1
      return ends.reduce((net, share, end) => net + share * (end === 22 || end < best ? 1 : end > best ? -1 : 0), 0)
    })
    const hit = memo((sum, hasAce): number =>
      values.reduce((net, { value, chance }) => net + chance * play(sum + value, hasAce || value === 1), 0),
    )
    const play = memo((sum, hasAce): number =>
      bestOf(sum, hasAce) >= 21 ? stand(sum, hasAce) : Math.max(stand(sum, hasAce), hit(sum, hasAce)),
    )
    const double = (sum: number, hasAce: boolean) =>
      2 * values.reduce((net, { value, chance }) => net + chance * stand(sum + value, hasAce || value === 1), 0)
    const split = (value: number): number => {
      const one = (second: number) => {
        const [sum, hasAce] = [value + second, value === 1 || second === 1]
        if (value === 1 || bestOf(sum, hasAce) >= 21) return stand(sum, hasAce)
        return Math.max(play(sum, hasAce), double(sum, hasAce))
      }
      const hands = (open: number, all: number): number =>
        open === 0
          ? 0
          : values.reduce((net, { value: second, chance }) => {
              const stays = one(second) + hands(open - 1, all)
              const again = second === value && value !== 1 && all < rules.mostHands
              return net + chance * (again ? Math.max(stays, hands(open + 1, all + 1)) : stays)
            }, 0)
      return hands(2, 2)
    }
    for (const first of values)
      for (const second of values) {
        const weight = upChance * first.chance * second.chance
        const [sum, hasAce] = [first.value + second.value, first.value === 1 || second.value === 1]
        const isBlackjack = bestOf(sum, hasAce) === 21
        const decided = isBlackjack
          ? rules.blackjack
          : Math.max(
              play(sum, hasAce),
              double(sum, hasAce),
              first.value === second.value ? split(first.value) : -Infinity,
              rules.surrender === null ? -Infinity : -rules.surrender,
            )
        result += weight * ((1 - hasDealer) * decided - (isBlackjack ? 0 : hasDealer))
      }
  }
  return 1 + result
}

// Insurance is left out, as the rules say of the hint.
test.each(['blackjack', 'blackjack-surrender'])('%s with the best decisions, to 1 in 10^12 of a stake', (game) => {
  const rules = rulesOf(game)
  const [to] = stated(game, /the dealer draws to (\d+) and stands on all 17s/) as [number]
  const [pays, per] = stated(game, /is blackjack and pays (\d):(\d)/) as [number, number]
  for (const said of [
    /up to four hands in total/,
    /Split aces get one card each and are not split again/,
    /21 after a split is not blackjack/,
    /On the first two cards of any hand you can double/,
    /Two cards of the same value can be split/,
    /Every card is drawn from a full deck of 52/,
  ])
    expect(rules).toMatch(said)
  const surrender = /get half of your stake back/.test(rules) ? 1 / 2 : null
  const found = blackjackReturn({ blackjack: pays / per, mostHands: 4, surrender, standsFrom: to + 1 })
  expect(found).toBeCloseTo(numberOf(shown(game)), 12)
  expect(found * 100).toBeCloseTo(stated(game, /the game returns ([\d.]+)% of the first stake/)[0]!, 6)
})

/** Exact: every hand, each of its 32 holds, and every draw. `payOf` gets ranks, counted from the ace, and suits. */
function pokerReturn(payOf: (ranks: number[], suits: number[]) => number): Fraction {
  const binomial = range(0, 52).map((of) => range(0, 5).map((count) => Number(choose(of, count))))
  const place = (cards: number[]) => cards.reduce((sum, card, index) => sum + binomial[card]![index + 1]!, 0)
  const sums = range(0, 5).map((count) => new Float64Array(binomial[52]![count]!))
  const subsets = range(0, 31).map((mask) => range(0, 4).filter((bit) => mask & (1 << bit)))
  const hands = function* () {
    for (let e = 4; e < 52; e++)
      for (let d = 3; d < e; d++)
        for (let c = 2; c < d; c++) for (let b = 1; b < c; b++) for (let a = 0; a < b; a++) yield [a, b, c, d, e]
  }
  for (const hand of hands()) {
    const pay = payOf(
      hand.map((card) => card % 13),
      hand.map((card) => Math.floor(card / 13)),
    )
    if (pay > 0)
      for (const subset of subsets) {
        let at = 0
        for (let index = 0; index < subset.length; index++) at += binomial[hand[subset[index]!]!]![index + 1]!
        sums[subset.length]![at]! += pay
      }
  }
  const common = 7_669_695
  let [paid, counted] = [0n, 0]
  for (const hand of hands()) {
    const masks = [0, 0, 0, 0]
    for (const card of hand) masks[Math.floor(card / 13)]! |= 1 << (card % 13)
    // Suits are alike: of the hands that differ in their suits only, one is counted for all.
    if (masks.some((mask, suit) => suit > 0 && mask > masks[suit - 1]!)) continue
    const repeats = Object.values(Object.groupBy(masks, String)).map((same) => [1, 1, 2, 6, 24][same!.length]!)
    const alike = 24 / repeats.reduce((product, each) => product * each, 1)
    let best = 0
    for (let held = 0; held < 32; held++) {
      // All hands with the held cards and without the others, by inclusion and exclusion.
      const dropped = 31 & ~held
      let sum = 0
      for (let part = dropped; ; part = (part - 1) & dropped) {
        const cards = subsets[held | part]!.map((bit) => hand[bit]!)
        sum += (subsets[part]!.length % 2 ? -1 : 1) * sums[cards.length]![place(cards)]!
        if (part === 0) break
      }
      best = Math.max(best, (sum * common) / binomial[47]![subsets[dropped]!.length]!)
    }
    paid += BigInt(best) * BigInt(alike)
    counted += alike
  }
  return fraction(paid, BigInt(counted) * BigInt(common))
}

const isStraight = (ranks: number[]) =>
  [[0, 9, 10, 11, 12], ...range(0, 8).map((low) => range(low, low + 4))].some((run) =>
    ranks.every((rank) => run.includes(rank)),
  )
const countsOf = (ranks: number[]) =>
  Object.values(Object.groupBy(ranks, String))
    .map((same) => same!.length)
    .toSorted((one, other) => other - one)

longTest('jacks-or-better with the best decisions', () => {
  const pays = stated(
    'jacks-or-better',
    /Royal flush (\d+), straight flush (\d+), four of a kind (\d+), full house (\d+), flush (\d+), straight (\d+), three of a kind (\d+), two pair (\d+), jacks or better (\d+)/,
  )
  expect(Object.values(tablesOf('jacks-or-better').pays as object)).toEqual(pays)
  const [royal, straightFlush, four, full, flush, straight, three, two, jacks] = pays as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const found = pokerReturn((ranks, suits) => {
    const [most, next] = countsOf(ranks)
    if (most === 1) {
      const [isFlush, inRow] = [suits.every((suit) => suit === suits[0]), isStraight(ranks)]
      if (isFlush && inRow) return ranks.includes(0) && ranks.includes(12) ? royal : straightFlush
      return isFlush ? flush : inRow ? straight : 0
    }
    if (most === 4) return four
    if (most === 3) return next === 2 ? full : three
    if (next === 2) return two
    const pair = ranks.find((rank, index) => ranks.indexOf(rank) !== index)!
    return pair === 0 || pair >= 10 ? jacks : 0
  })
  expectReturns('jacks-or-better', [found])
})

longTest('deuces-wild with the best decisions', () => {
  const pays = stated(
    'deuces-wild',
    /Natural royal flush (\d+), four deuces (\d+), royal flush with deuces (\d+), five of a kind (\d+), straight flush (\d+), four of a kind (\d+), full house (\d+), flush (\d+), straight (\d+), three of a kind (\d+)/,
  )
  expect(Object.values(tablesOf('deuces-wild').pays as object)).toEqual(pays)
  const [royal, deuces, wildRoyal, five, straightFlush, four, full, flush, straight, three] = pays as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const found = pokerReturn((ranks, suits) => {
    const others = ranks.filter((rank) => rank !== 1)
    const wilds = 5 - others.length
    if (wilds === 4) return deuces
    const [most = 0, next = 0] = countsOf(others)
    const ownSuits = new Set(suits.filter((_, index) => ranks[index] !== 1))
    const [isFlush, inRow] = [ownSuits.size === 1, most === 1 && isStraight(others)]
    if (isFlush && inRow && others.every((rank) => rank === 0 || rank >= 9)) return wilds ? wildRoyal : royal
    if (most + wilds === 5) return five
    if (isFlush && inRow) return straightFlush
    if (most + wilds === 4) return four
    if (most + wilds === 3 && next === 2) return full
    if (isFlush) return flush
    if (inRow) return straight
    return most + wilds === 3 ? three : 0
  })
  expectReturns('deuces-wild', [found])
})

test('every game has a test of its return', () => {
  const text = readFileSync(new URL(import.meta.url), 'utf8')
  const missing = published.games.filter(
    ({ game, tables }) => !('strips' in tables) && !new RegExp(`['(]${game}[', ]`).test(text),
  )
  expect(missing.map(({ game }) => game)).toEqual([])
})
