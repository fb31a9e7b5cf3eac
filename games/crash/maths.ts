/**
 * Crash: a multiplier rises from 1.00 until it crashes, at the same point for all players. A bet that is cashed out before then
 * pays the stake times the multiplier at that moment. The crash point reaches a multiplier m with a probability of 0.99 / m, so
 * every strategy returns 99 %. A round crashes at 1.00, before anybody can cash out, with a probability of 2/101.
 */
import type { Act, CrashChoice, CrashView } from '#contract/rounds.ts'
import { assertStake, type Draw } from '../maths.ts'
import { drawCount, type SharedMaths, targetOf } from '../shared.ts'
import { drawPayout, factor, type Step } from '../stepped.ts'
import type { CrashDefinition } from '../studio-api.ts'

const unit = 10
/** Cashing out at 1.00 is not possible: a player who always did so would never lose. */
export const lowestCashOut = 101
/** 10,000.00: with the highest stake, a win of a million euros. */
const highest = 1_000_000
/** The multiplier doubles in 11.6 seconds. */
const growth = 0.000_06

/** The crash point of a draw in hundredths, exactly: floor(99 / (1 - drawn / 2^52)), clamped to 1.00 and the highest. */
export function pointOf(drawn: bigint): number {
  const hundredths = (99n * drawCount) / (drawCount - drawn)
  return Number(hundredths < 100n ? 100n : hundredths > BigInt(highest) ? BigInt(highest) : hundredths)
}

/** How many of the 2^52 draws reach this multiplier. */
export function drawsThatReach(hundredths: number): bigint {
  return hundredths <= 100 ? drawCount : (99n * drawCount) / BigInt(hundredths)
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

/** Players can still cash out at the crash point itself: the round ends when the multiplier would exceed it. */
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

function step(state: State, ending: Pick<CrashView, 'cashedOutAt' | 'crashedAt'> | null, payout?: number): Step<State> {
  const { round, cashOutAt } = state.choice
  const view: CrashView = { game: 'crash', round, cashOutAt, ...(ending ?? { cashedOutAt: null, crashedAt: null }) }
  return { state, view, isFinal: ending !== null, ...(payout !== undefined && { payout }) }
}

export const maths: SharedMaths = {
  kind: 'original',
  slug: 'crash',
  version: '1.0.0',
  unit,
  volatility: 'low',
  definition,
  figures: { rtp: factor(99n, 100n), deviation: 1, highest: 10_000, highestOneIn: 10_101, hitRate: null },
  shared: { bettingMs: definition.bettingMs, pauseMs: 4_000, highest, pointOf, reachedAfter, endsAfter },
  readChoice,
  firstChoice: () => ({ round: 1, cashOutAt: null }),
  async open(_draw: Draw, stake, choice) {
    const read = readChoice(choice)
    if (!read) throw new RangeError('this choice is not offered')
    assertStake(stake, unit)
    return step({ stake, choice: read }, null)
  },
  async act(draw, unknownState, { type, hundredths, at, hold }: Act) {
    const state = unknownState as State
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
