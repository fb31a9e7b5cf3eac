/**
 * Mines: 25 tiles, some of them mines. Every safe tile raises what the round is worth to 0.99 * C(25, k) / C(25 - m, k), the
 * reciprocal of its probability less one percent: whenever the player stops, the stake returns 99 % on average, exactly.
 */
import type { Act, MinesChoice, MinesView } from '#contract/rounds.ts'
import { assertStake, type Draw, type SteppedMaths } from '../maths.ts'
import { drawPayout, drawSome, factor, type Factor, shownFactor, type Step, wholePayout } from '../stepped.ts'
import type { MinesDefinition } from '../studio-api.ts'

const tiles = 25
const unit = 10
const mostMines = 24
const returned = factor(99n, 100n)
/** Coins: where a board can pay more at the highest stake, its stakes are lower. */
const highestWin = 100_000_000
const highestStake = 10_000

/** What `revealed` safe tiles are worth, as a factor of the stake. */
export function multiplierOf(mines: number, revealed: number): Factor {
  let worth = returned
  for (let index = 0; index < revealed; index++)
    worth = factor(worth.numerator * BigInt(tiles - index), worth.denominator * BigInt(tiles - mines - index))
  return worth
}

const counts = Array.from({ length: mostMines }, (_, index) => index + 1)

export const definition: MinesDefinition = {
  slug: 'mines',
  version: '1.0.0',
  tiles,
  defaultMines: 3,
  boards: counts.map((mines) => ({
    mines,
    multipliers: Array.from({ length: tiles - mines }, (_, index) => shownFactor(multiplierOf(mines, index + 1))),
    highestCoins: Math.min(
      highestStake,
      Math.floor(highestWin / Math.ceil(shownFactor(multiplierOf(mines, tiles - mines)))),
    ),
  })),
}

type State = { stake: number; mines: number; hidden: readonly number[]; revealed: readonly number[] }

function readChoice(choice: unknown): MinesChoice | undefined {
  const { mines } = (choice ?? {}) as Record<string, unknown>
  return counts.includes(mines as number) ? { mines: mines as number } : undefined
}

function viewOf({ stake, mines, hidden, revealed }: State, isOver: boolean): MinesView {
  const safe = revealed.filter((tile) => !isOver || !hidden.includes(tile))
  const worth = multiplierOf(mines, safe.length)
  const isLost = safe.length < revealed.length
  return {
    game: 'mines',
    count: mines,
    revealed: [...revealed],
    worth: {
      multiplier: isLost || safe.length === 0 ? 0 : shownFactor(worth),
      amount: isLost || safe.length === 0 ? 0 : wholePayout(stake, worth),
      next: isOver ? null : shownFactor(multiplierOf(mines, safe.length + 1)),
    },
    mines: isOver ? hidden.toSorted((a, b) => a - b) : null,
  }
}

async function end(draw: Draw, state: State): Promise<Step<State>> {
  const isLost = state.revealed.some((tile) => state.hidden.includes(tile))
  const payout = isLost ? 0 : await drawPayout(draw, state.stake, multiplierOf(state.mines, state.revealed.length))
  return { state, view: viewOf(state, true), payout, isFinal: true }
}

/** Every mine is placed before the first tile is chosen. */
async function open(draw: Draw, stake: number, choice: unknown): Promise<Step<State>> {
  const read = readChoice(choice)
  if (!read) throw new RangeError('this choice is not offered')
  assertStake(stake, unit)
  const state = { stake, mines: read.mines, hidden: await drawSome(draw, read.mines, tiles), revealed: [] }
  return { state, view: viewOf(state, false), isFinal: false }
}

async function act(draw: Draw, state: State, { type, at }: Act): Promise<Step<State> | null> {
  if (type === 'cashOut') return state.revealed.length > 0 ? end(draw, state) : null
  if (type !== 'reveal' || at === undefined || at >= tiles || state.revealed.includes(at)) return null
  const next = { ...state, revealed: [...state.revealed, at] }
  const isOver = state.hidden.includes(at) || next.revealed.length === tiles - state.mines
  return isOver ? end(draw, next) : { state: next, view: viewOf(next, false), isFinal: false }
}

export const maths: SteppedMaths = {
  kind: 'original',
  slug: definition.slug,
  version: definition.version,
  unit,
  volatility: 'low',
  definition,
  figures: { returned, deviation: 0.37, highest: 5_148_297, highestOneIn: 5_200_300, hitRate: null },
  readChoice,
  firstChoice: () => ({ mines: definition.defaultMines }),
  highestCoins: (choice) =>
    definition.boards.find(({ mines }) => mines === (choice as MinesChoice).mines)?.highestCoins ?? 0,
  open,
  act: (draw, state, chosen) => act(draw, state as State, chosen),
  abandoned: (state) => ((state as State).revealed.length > 0 ? { type: 'cashOut' } : 'refund'),
}
