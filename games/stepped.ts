/**
 * Games whose rounds have several steps: a round is opened, then the player acts until it ends. Pure: seeds, stake, choice and acts
 * decide every step, so a round is stored as its acts and replayed wherever it is needed.
 */
import type { Act, SteppedOutcome, View } from '#contract/rounds.ts'
import type { Draw } from './maths.ts'

export type Step<State> = {
  /** Never leaves the server before the round has ended. */
  state: State
  /** What the player may see. */
  view: View
  /** Staked by the act in addition to what was staked before. */
  extraStake?: number
  /** Once final. */
  payout?: number
  isFinal: boolean
}

/** Methods, so that a game's own state fits where any is expected. */
export type Stepping = {
  open(draw: Draw, stake: number, choice: unknown): Promise<Step<unknown>>
  /** Null where the act is not possible at this step. */
  act(draw: Draw, state: unknown, act: Act): Promise<Step<unknown> | null>
  /** The published end of a round that the player has left: the next act, or the stake goes back. */
  abandoned(state: unknown): Act | 'refund'
}

/** Random numbers are drawn in the order of the steps: a replay draws the same ones. Throws RangeError for acts that are not possible. */
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

/** To four decimals. */
export const shownFactor = ({ numerator, denominator }: Factor): number =>
  Number((numerator * 20_000n + denominator) / (denominator * 2n)) / 10_000

/** Whole subunits of a payout; a fraction beyond them is drawn when it is paid. */
export const wholePayout = (stake: number, { numerator, denominator }: Factor): number =>
  Number((BigInt(stake) * numerator) / denominator)

/**
 * Pays a factor of the stake exactly on average, whatever the stake: where it is no whole number of subunits, one more is paid with
 * the probability of the fraction. Drawn only once the player has decided to be paid, so that it cannot influence the decision.
 */
export async function drawPayout(draw: Draw, stake: number, { numerator, denominator }: Factor): Promise<number> {
  const whole = wholePayout(stake, { numerator, denominator })
  const rest = (BigInt(stake) * numerator) % denominator
  return whole + ((await isBelow(draw, rest, denominator)) ? 1 : 0)
}

const words = 2 ** 32

/** True with a probability of exactly `rest / denominator`: compares it digit by digit, in base 2^32, with a random number. */
async function isBelow(draw: Draw, rest: bigint, denominator: bigint): Promise<boolean> {
  for (let left = rest; left > 0n;) {
    const scaled = left * BigInt(words)
    const [digit, drawn] = [scaled / denominator, BigInt(await draw.below(words))]
    if (drawn !== digit) return drawn < digit
    left = scaled % denominator
  }
  return false
}

/** `count` different numbers of 0 to `of - 1`: the first of a Fisher-Yates shuffle. */
export async function drawSome(draw: Draw, count: number, of: number): Promise<number[]> {
  const all = Array.from({ length: of }, (_, index) => index)
  for (let index = 0; index < count; index++) {
    const other = index + (await draw.below(of - index))
    ;[all[index], all[other]] = [all[other]!, all[index]!]
  }
  return all.slice(0, count)
}
