/**
 * What every model returns for a selection: the probability that it pays, the probability that its stake is returned,
 * and its result once nothing can change it. A match is played and priced by the same model, so its prices in play are
 * martingales. It is simulated from its seed in advance; events are revealed as the clock reaches them.
 */

import type { LegResult } from '#contract/settlement/settle.ts'

export type Outcome = {
  code: string
  /** The expected part of the stake that is paid at the odds. */
  win: number
  /** The expected part of the stake that is returned. */
  back: number
  /** The final result, as soon as every continuation of the match gives the same. */
  result: LegResult | null
}

/** The key of a market without its event, such as `total` with line `2.5`. */
export type MarketKey = { type: string; line: string | null }

/** The id of a market within its event. */
export const marketId = ({ type, line }: MarketKey) => (line === null ? type : `${type}:${line}`)

export function marketKey(id: string): MarketKey {
  const [, type, line] = /^(\w+)(?::(-?[\d.]+))?$/.exec(id) ?? []
  return { type: type ?? '', line: line ?? null }
}

/** The model of a sport; all results are functions of the strengths and the state. */
export type Model<Strengths, State> = {
  /** The markets that are offered in this state, the main one first. */
  offer(strengths: Strengths, state: State): MarketKey[]
  /** Every outcome of a market, offered or not; null for a market that does not exist. */
  price(strengths: Strengths, state: State, market: MarketKey): Outcome[] | null
}

/** The parts of the stake that are paid at the odds and returned, by result. */
const parts: Record<LegResult, { win: number; back: number }> = {
  won: { win: 1, back: 0 },
  halfWon: { win: 0.5, back: 0.5 },
  void: { win: 0, back: 1 },
  halfLost: { win: 0, back: 0.5 },
  lost: { win: 0, back: 0 },
}

/** A decided outcome. */
export const decided = (code: string, result: LegResult): Outcome => ({ code, ...parts[result], result })

export const wins = (condition: boolean): LegResult => (condition ? 'won' : 'lost')

/** The probability from which fair odds are calculated; returned stakes do not count. */
export function fairProbability({ win, back }: Pick<Outcome, 'win' | 'back'>): number {
  return back >= 1 ? 0 : win / (1 - back)
}

/** The expected return of a unit stake at these odds. */
export function expectedReturn({ win, back }: Pick<Outcome, 'win' | 'back'>, odds: number): number {
  return win * odds + back
}

/** Adds up an outcome over all final states, each with its probability. */
export function sum<Final>(
  code: string,
  finals: Iterable<readonly [Final, number]>,
  resultOf: (final: Final) => LegResult,
): Outcome {
  let [win, back] = [0, 0]
  let only: LegResult | null | undefined
  for (const [final, probability] of finals) {
    const result = resultOf(final)
    win += probability * parts[result].win
    back += probability * parts[result].back
    only = only === undefined || only === result ? result : null
  }
  return { code, win, back, result: only ?? null }
}

/** Won above the line, void on it; a quarter line is half a bet on each neighbouring line. */
export function overLine(value: number, line: number): LegResult {
  switch (value - line) {
    case 0:
      return 'void'
    case 0.25:
      return 'halfWon'
    case -0.25:
      return 'halfLost'
    default:
      return wins(value > line)
  }
}

export function underLine(value: number, line: number): LegResult {
  return overLine(-value, -line)
}

/** Lines around the one whose two sides are closest to even. */
export function linesAround(centre: number, step: number, count: number): number[] {
  const middle = Math.round(centre / step) * step
  return Array.from({ length: count }, (_, index) => middle + (index - (count - 1) / 2) * step)
}

export const lineText = (line: number) => String(Object.is(line, -0) ? 0 : line)
