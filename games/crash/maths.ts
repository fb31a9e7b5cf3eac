/**
 * Crash: a multiplier rises from 1.00 until it crashes, at the same point for all players. A bet pays stake times the multiplier at
 * which it was cashed out before. The point reaches a multiplier m with a probability of 0.99 / m, so 99 % is returned at every
 * multiplier, however it is chosen. A round crashes at 1.00, before anybody can leave it, with a probability of 2/101.
 */
import type { Act, CrashChoice, CrashView } from '#contract/rounds.ts'
import { assertStake, type Draw } from '../maths.ts'
import { draws, type SharedMaths, targetOf } from '../shared.ts'
import { drawPayout, factor, type Step } from '../stepped.ts'
import type { CrashDefinition } from '../studio-api.ts'

const unit = 10
/** Nobody can leave at 1.00: whoever could would be paid back every stake. */
export const lowestCashOut = 101
/** 10,000.00: with the highest stake, a win of a million euros. */
const highest = 1_000_000
/** The multiplier doubles in 11.6 seconds. */
const growth = 0.000_06

/** Exact: the largest number of hundredths that this draw reaches, floor(99 / (1 - drawn / 2^52)), from 1.00 to the highest. */
export function pointOf(drawn: bigint): number {
  const reached = (99n * draws) / (draws - drawn)
  return Number(reached < 100n ? 100n : reached > BigInt(highest) ? BigInt(highest) : reached)
}

/** How many of the 2^52 draws reach this multiplier. */
export function drawsThatReach(hundredths: number): bigint {
  const reaching = (99n * draws) / BigInt(hundredths)
  return hundredths <= 100 ? draws : reaching
}

export function reachedAfter(elapsedMs: number): number {
  return Math.min(highest, Math.max(100, Math.floor(100 * Math.exp(growth * Math.max(0, elapsedMs)))))
}

/** The first millisecond at which the multiplier is reached. */
export function reachedAt(hundredths: number): number {
  let elapsed = Math.max(0, Math.floor(Math.log(hundredths / 100) / growth) - 1)
  while (reachedAfter(elapsed) < hundredths) elapsed++
  return elapsed
}

/** The point itself is shown, and can still be taken, until the multiplier would pass it. */
export function endsAfter(point: number): number {
  return reachedAt(Math.min(highest, point + 1))
}

export const definition: CrashDefinition = {
  slug: 'crash',
  version: '1.0.0',
  growth,
  lowest: lowestCashOut,
  highest,
  bettingMs: 7_000,
}

const isWhole = (value: unknown): value is number => Number.isInteger(value)

type State = { stake: number; choice: CrashChoice }

function readChoice(choice: unknown): CrashChoice | undefined {
  const { round, cashOutAt } = (choice ?? {}) as Record<string, unknown>
  if (!isWhole(round) || round < 1 || round > 2_000_000_000) return undefined
  if (cashOutAt === null) return { round, cashOutAt }
  return isWhole(cashOutAt) && cashOutAt >= lowestCashOut && cashOutAt <= highest ? { round, cashOutAt } : undefined
}

function step(state: State, ended: Pick<CrashView, 'cashedOutAt' | 'crashedAt'> | null, payout?: number): Step<State> {
  const { round, cashOutAt } = state.choice
  const view: CrashView = { game: 'crash', round, cashOutAt, ...(ended ?? { cashedOutAt: null, crashedAt: null }) }
  return { state, view, isFinal: ended !== null, ...(payout !== undefined && { payout }) }
}

export const maths: SharedMaths = {
  kind: 'original',
  slug: 'crash',
  version: '1.0.0',
  unit,
  volatility: 'low',
  definition,
  figures: { returned: factor(99n, 100n), deviation: 1, highest: 10_000, highestOneIn: 10_101, hitRate: null },
  shared: { bettingMs: definition.bettingMs, pauseMs: 4_000, highest, pointOf, reachedAfter, endsAfter },
  readChoice,
  firstChoice: () => ({ round: 1, cashOutAt: null }),
  async open(_draw: Draw, stake, choice) {
    const read = readChoice(choice)
    if (!read) throw new RangeError('this choice is not offered')
    assertStake(stake, unit)
    return step({ stake, choice: read }, null)
  },
  async act(draw, given, { type, hundredths, at, hold }: Act) {
    const state = given as State
    const target = targetOf(state.choice, { highest })
    if (hundredths === undefined || at !== undefined || hold !== undefined) return null
    if (type === 'cashOut' && hundredths >= lowestCashOut && hundredths <= target) {
      const payout = await drawPayout(draw, state.stake, factor(BigInt(hundredths), 100n))
      return step(state, { cashedOutAt: hundredths, crashedAt: null }, payout)
    }
    if (type === 'crash' && hundredths < target) return step(state, { cashedOutAt: null, crashedAt: hundredths }, 0)
    return null
  },
  abandoned: () => 'refund',
}
