/**
 * Mines: 25 tiles, m of them mines. After k safe tiles the round is worth 0.99 * C(25, k) / C(25 - m, k) stakes, which is 99 % of
 * the reciprocal of the probability. The return is therefore exactly 99 %, whenever the player stops.
 */
import type { Act, MinesChoice, MinesView } from '#contract/rounds.ts'
import { assertStake, type Draw, type SteppedMaths } from '../maths.ts'
import { drawDistinct, drawPayout, factor, type Factor, shownFactor, type Step, wholePayout } from '../stepped.ts'
import type { MinesDefinition } from '../studio-api.ts'

const tiles = 25
const unit = 10
const mostMines = 24
const rtp = factor(99n, 100n)
/** In coins. A board that could pay more at the highest stake has a lower highest stake. */
const highestWin = 100_000_000
const highestStake = 10_000

/** What the round is worth after `revealed` safe tiles, as a multiple of the stake. */
export function multiplierOf(mines: number, revealed: number): Factor {
  let worth = rtp
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

/** All mines are placed before the player reveals the first tile. */
async function open(draw: Draw, stake: number, choice: unknown): Promise<Step<State>> {
  const read = readChoice(choice)
  if (!read) throw new RangeError('this choice is not offered')
  assertStake(stake, unit)
  const state = { stake, mines: read.mines, hidden: await drawDistinct(draw, read.mines, tiles), revealed: [] }
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
  figures: { rtp, deviation: 0.37, highest: 5_148_297, highestOneIn: 5_200_300, hitRate: null },
  readChoice,
  firstChoice: () => ({ mines: definition.defaultMines }),
  highestCoins: (choice) =>
    definition.boards.find(({ mines }) => mines === (choice as MinesChoice).mines)?.highestCoins ?? 0,
  open,
  act: (draw, state, action) => act(draw, state as State, action),
  abandoned: (state) => ((state as State).revealed.length > 0 ? { type: 'cashOut' } : 'refund'),
}
