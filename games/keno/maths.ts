/** Keno: ten of forty numbers are drawn by a Fisher-Yates shuffle. The player picks one to ten numbers, and is paid by the hits. */
import type { KenoChoice, KenoOutcome, Risk } from '#contract/floor-rounds.ts'
import { assertStake, type FloorMaths, payoutOf, risks } from '../maths.ts'

/** Multipliers are multiples of 0.05, so stakes in multiples of twenty subunits are paid exactly. */
const unit = 20
export const numbers = 40
export const draws = 10
export const mostPicks = 10

/** For each risk and number of picks, the multipliers of 0, 1, 2, … hits. Every row returns 98.6 to 99.1 %. */
const tables: Record<Risk, readonly (readonly number[])[]> = {
  low: [
    [0, 3.95],
    [0, 1.9, 4.5],
    [0, 1.1, 3, 7.8],
    [0, 0, 3, 7.6, 20],
    [0, 0, 1.6, 4.9, 14.5, 43.5],
    [0, 0, 1, 2.8, 10.1, 33.5, 105],
    [0, 0, 1, 1.2, 5, 28, 105, 350],
    [0, 0, 0, 1.4, 4.9, 17.5, 56, 190, 500],
    [0, 0, 0, 1, 2.4, 12.5, 39, 135, 400, 700],
    [0, 0, 0, 1, 1.1, 3, 45, 170, 350, 600, 1000],
  ],
  medium: [
    [0, 3.95],
    [0, 1.5, 7.1],
    [0, 0, 5.3, 21.8],
    [0, 0, 2.1, 10.5, 54.5],
    [0, 0, 1, 5.2, 26, 130],
    [0, 0, 0, 3.3, 16.3, 81, 405],
    [0, 0, 0, 1.5, 8.1, 45, 245, 700],
    [0, 0, 0, 0, 5.2, 28.7, 160, 600, 900],
    [0, 0, 0, 0, 2.6, 14.5, 80, 440, 800, 1000],
    [0, 0, 0, 0, 1.4, 7.9, 43.5, 245, 600, 800, 1000],
  ],
  high: [
    [0, 3.95],
    [0, 0, 17.1],
    [0, 0, 4.2, 34],
    [0, 0, 0, 18.6, 111],
    [0, 0, 0, 5, 45, 420],
    [0, 0, 0, 0, 23.5, 190, 1000],
    [0, 0, 0, 0, 7.8, 70, 630, 1000],
    [0, 0, 0, 0, 0, 41, 335, 900, 1000],
    [0, 0, 0, 0, 0, 16, 149, 600, 900, 1000],
    [0, 0, 0, 0, 0, 6.6, 58, 520, 700, 900, 1000],
  ],
}

export const multipliersOf = (risk: Risk, picks: number): readonly number[] => tables[risk][picks - 1]!

/** The binomial coefficient: in how many ways `count` of `from` things can be chosen. */
export function choose(from: number, count: number): bigint {
  if (count > from) return 0n
  let ways = 1n
  for (let taken = 0; taken < count; taken++) ways = (ways * BigInt(from - taken)) / BigInt(taken + 1)
  return ways
}

/** How many of all draws hit 0, 1, 2, … of the picks. */
export function waysOf(picks: number): bigint[] {
  return Array.from({ length: picks + 1 }, (_, hits) => choose(picks, hits) * choose(numbers - picks, draws - hits))
}

function readChoice(choice: unknown): KenoChoice | undefined {
  if (typeof choice !== 'object' || choice === null) return undefined
  const { risk, picks } = choice as Record<string, unknown>
  const read = risks.find((each) => each === risk)
  if (!read || !Array.isArray(picks) || picks.length < 1 || picks.length > mostPicks) return undefined
  const isOffered = picks.every(
    (pick: unknown, index) =>
      typeof pick === 'number' &&
      Number.isInteger(pick) &&
      pick >= 1 &&
      pick <= numbers &&
      (index === 0 || pick > (picks[index - 1] as number)),
  )
  return isOffered ? { risk: read, picks: picks as number[] } : undefined
}

export const maths: FloorMaths = {
  kind: 'original',
  slug: 'keno',
  version: '1.0.0',
  unit,
  volatility: 'low',
  mostCoins: 2_500,
  readChoice,
  firstChoice: () => ({ risk: 'medium', picks: [4, 13, 19, 27, 38] }),
  *everyChoice() {
    for (const risk of risks)
      for (let count = 1; count <= mostPicks; count++)
        yield { risk, picks: Array.from({ length: count }, (_, index) => index + 1) }
  },
  payouts(choice, stake) {
    const { risk, picks } = readChoice(choice)!
    return waysOf(picks.length).map((ways, hits) => ({
      payout: payoutOf(stake, multipliersOf(risk, picks.length)[hits]!, unit),
      ways,
    }))
  },
  async play(draw, stake, choice): Promise<KenoOutcome> {
    const read = readChoice(choice)
    if (!read) throw new RangeError('this choice is not offered')
    assertStake(stake, unit)
    const balls = Array.from({ length: numbers }, (_, index) => index + 1)
    for (let place = 0; place < draws; place++) {
      const from = place + (await draw.below(numbers - place))
      ;[balls[place], balls[from]] = [balls[from]!, balls[place]!]
    }
    const drawn = balls.slice(0, draws)
    const hits = read.picks.filter((pick) => drawn.includes(pick)).length
    const multiplier = multipliersOf(read.risk, read.picks.length)[hits]!
    return { game: 'keno', ...read, drawn, hits, multiplier, payout: payoutOf(stake, multiplier, unit) }
  },
}
