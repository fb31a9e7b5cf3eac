/**
 * Plinko: at each row of pins the ball falls left or right with equal probability, and the bucket that it reaches pays. The
 * path is one number below 2^rows, with one bit for each row from the top.
 */
import type { PlinkoChoice, PlinkoOutcome, Risk } from '#contract/floor-rounds.ts'
import { assertStake, type FloorMaths, payoutOf, risks } from '../maths.ts'

/** Multipliers have at most one decimal, so stakes in multiples of ten subunits are paid exactly. */
const unit = 10
export const fewestRows = 8
export const mostRows = 16

/** For each risk and number of rows, the multipliers from the outermost bucket to the middle. Each returns 98.9 to 99.1 %. */
const halves: Record<Risk, Record<number, readonly number[]>> = {
  low: {
    8: [5.2, 2.5, 1.4, 0.8, 0.5],
    9: [5.6, 3.6, 1.9, 1, 0.5],
    10: [7.4, 3.9, 1.9, 1.2, 0.8, 0.5],
    11: [8.4, 4.9, 2.9, 1.6, 0.9, 0.5],
    12: [9, 5.5, 3.1, 1.9, 1.1, 0.7, 0.5],
    13: [9.6, 6.3, 3.7, 2.3, 1.4, 0.9, 0.5],
    14: [12, 6.9, 4.3, 2.6, 1.7, 1, 0.7, 0.5],
    15: [14, 9, 5.5, 3.3, 2.1, 1.3, 0.8, 0.5],
    16: [16, 9.6, 6, 3.6, 2.3, 1.4, 1, 0.7, 0.5],
  },
  medium: {
    8: [13.1, 3.7, 1.3, 0.6, 0.4],
    9: [17.9, 5.5, 1.9, 0.8, 0.4],
    10: [22.5, 6.8, 2.4, 1.1, 0.6, 0.4],
    11: [23.8, 9.2, 3.8, 1.6, 0.7, 0.4],
    12: [33.5, 11.8, 4.4, 2, 1, 0.5, 0.5],
    13: [43.1, 16.6, 6.5, 2.7, 1.3, 0.7, 0.4],
    14: [57.9, 21.1, 8.3, 3.6, 1.7, 0.9, 0.5, 0.4],
    15: [88, 32, 12.5, 5.1, 2.3, 1.1, 0.6, 0.4],
    16: [110, 39.6, 15.3, 6.4, 3, 1.4, 0.8, 0.5, 0.4],
  },
  high: {
    8: [30.1, 4.9, 1, 0.4, 0.2],
    9: [44, 8.2, 1.9, 0.5, 0.2],
    10: [76.2, 12.5, 2.7, 0.8, 0.3, 0.2],
    11: [120.6, 21.3, 4.6, 1.1, 0.4, 0.2],
    12: [169.6, 30.9, 6.7, 1.9, 0.6, 0.3, 0.2],
    13: [260.2, 50.4, 11.1, 2.9, 1, 0.3, 0.2],
    14: [420, 76.3, 16.6, 4.3, 1.3, 0.5, 0.3, 0.2],
    15: [620, 122.5, 27.3, 6.9, 2.1, 0.7, 0.3, 0.2],
    16: [1000, 182.2, 38.9, 9.8, 2.9, 1, 0.5, 0.3, 0.2],
  },
}

/** The multiplier of every bucket, from the left. */
export function bucketsOf({ risk, rows }: PlinkoChoice): number[] {
  const half = halves[risk][rows]!
  return Array.from({ length: rows + 1 }, (_, bucket) => half[Math.min(bucket, rows - bucket)]!)
}

/** How many of the 2^rows paths lead to each bucket. */
export function waysOf(rows: number): number[] {
  const ways = [1]
  for (let bucket = 1; bucket <= rows; bucket++) ways.push((ways[bucket - 1]! * (rows - bucket + 1)) / bucket)
  return ways
}

function readChoice(choice: unknown): PlinkoChoice | undefined {
  if (typeof choice !== 'object' || choice === null) return undefined
  const { risk, rows } = choice as Record<string, unknown>
  const read = risks.find((each) => each === risk)
  const isRow = typeof rows === 'number' && Number.isInteger(rows) && rows >= fewestRows && rows <= mostRows
  return read && isRow ? { risk: read, rows } : undefined
}

export const maths: FloorMaths = {
  kind: 'original',
  slug: 'plinko',
  version: '1.0.0',
  unit,
  volatility: 'low',
  mostCoins: 2_500,
  readChoice,
  firstChoice: () => ({ risk: 'medium', rows: 12 }),
  *everyChoice() {
    for (const risk of risks) for (let rows = fewestRows; rows <= mostRows; rows++) yield { risk, rows }
  },
  payouts(choice, stake) {
    const read = readChoice(choice)!
    const ways = waysOf(read.rows)
    return bucketsOf(read).map((multiplier, bucket) => ({
      payout: payoutOf(stake, multiplier, unit),
      ways: BigInt(ways[bucket]!),
    }))
  },
  async play(draw, stake, choice): Promise<PlinkoOutcome> {
    const read = readChoice(choice)
    if (!read) throw new RangeError('this choice is not offered')
    assertStake(stake, unit)
    const { rows } = read
    const number = await draw.below(2 ** rows)
    const path = Array.from({ length: rows }, (_, row) => (number >> (rows - 1 - row)) & 1)
    const bucket = path.reduce((sum, step) => sum + step, 0)
    const multiplier = bucketsOf(read)[bucket]!
    return { game: 'plinko', ...read, path, bucket, multiplier, payout: payoutOf(stake, multiplier, unit) }
  },
}
