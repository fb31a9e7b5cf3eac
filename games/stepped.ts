/**
 * Games whose rounds have several steps: a round is opened, then the player acts until it ends. Seeds, stake, choice and acts
 * determine every step, so only the acts of a round are stored, and its state is calculated by replaying them.
 */
import type { Act, SteppedOutcome, View } from '#contract/rounds.ts'
import type { Draw } from './maths.ts'

export type Step<State> = {
  /** Contains secrets, so it is not sent to the player before the round has ended. */
  state: State
  /** What the player may see. */
  view: View
  /** What the act staked in addition to earlier stakes. */
  extraStake?: number
  /** Set in the final step. */
  payout?: number
  isFinal: boolean
}

/** Declared as methods, whose parameters TypeScript compares bivariantly, so that a game can use its own type of state. */
export type Stepping = {
  open(draw: Draw, stake: number, choice: unknown): Promise<Step<unknown>>
  /** Returns null if the act is not possible at this step. */
  act(draw: Draw, state: unknown, act: Act): Promise<Step<unknown> | null>
  /** How a round that the player has left ends, as the rules state: by this act, or by a refund of the stake. */
  abandoned(state: unknown): Act | 'refund'
}

/** Draws the same random numbers as the original round. Throws RangeError for acts that are not possible. */
export async function replay(
  maths: Stepping,
  draw: Draw,
  { stake, choice, acts }: { stake: number; choice: unknown; acts: readonly Act[] },
): Promise<Step<unknown>> {
  let step = await maths.open(draw, stake, choice)
  for (const act of acts) {
    const next = step.isFinal ? null : await maths.act(draw, step.state, act)
    if (!next) throw new RangeError(`the act ${JSON.stringify(act)} is not possible`)
    step = next
  }
  return step
}

export function outcomeOf(acts: readonly Act[], step: Step<unknown>): SteppedOutcome {
  if (!step.isFinal) throw new RangeError('the round has not ended')
  return { acts: [...acts], view: step.view, payout: step.payout ?? 0 }
}

/** An exact factor of the stake. */
export type Factor = { numerator: bigint; denominator: bigint }

export function factor(numerator: bigint, denominator: bigint): Factor {
  let [a, b] = [numerator, denominator]
  while (b) [a, b] = [b, a % b]
  return { numerator: numerator / a, denominator: denominator / a }
}
export const times = (one: Factor, other: Factor): Factor =>
  factor(one.numerator * other.numerator, one.denominator * other.denominator)
export const decimal = ({ numerator, denominator }: Factor): number => Number(numerator) / Number(denominator)

/** The factor as shown to players, rounded to four decimals. */
export const shownFactor = ({ numerator, denominator }: Factor): number =>
  Number((numerator * 20_000n + denominator) / (denominator * 2n)) / 10_000

/** The payout in whole subunits, rounded down; `drawPayout` decides about the fraction. */
export const wholePayout = (stake: number, { numerator, denominator }: Factor): number =>
  Number((BigInt(stake) * numerator) / denominator)

/**
 * Pays exactly the factor times the stake on average: if that is not a whole number of subunits, one more is paid with the
 * probability of the fraction. It is drawn only after the player has cashed out, so that it cannot influence that decision.
 */
export async function drawPayout(draw: Draw, stake: number, { numerator, denominator }: Factor): Promise<number> {
  const whole = wholePayout(stake, { numerator, denominator })
  const rest = (BigInt(stake) * numerator) % denominator
  return whole + ((await isBelow(draw, rest, denominator)) ? 1 : 0)
}

const base = 2 ** 32

/** True with a probability of exactly `rest / denominator`: compares it digit by digit, in base 2^32, with a random number. */
async function isBelow(draw: Draw, rest: bigint, denominator: bigint): Promise<boolean> {
  for (let remainder = rest; remainder > 0n;) {
    const scaled = remainder * BigInt(base)
    const [digit, drawnDigit] = [scaled / denominator, BigInt(await draw.below(base))]
    if (drawnDigit !== digit) return drawnDigit < digit
    remainder = scaled % denominator
  }
  return false
}

/** Draws `count` different numbers from 0 to `of - 1`, as the first ones of a Fisher-Yates shuffle. */
export async function drawDistinct(draw: Draw, count: number, of: number): Promise<number[]> {
  const all = Array.from({ length: of }, (_, index) => index)
  for (let index = 0; index < count; index++) {
    const other = index + (await draw.below(of - index))
    ;[all[index], all[other]] = [all[other]!, all[index]!]
  }
  return all.slice(0, count)
}
