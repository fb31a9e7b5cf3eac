/**
 * Towers: on every floor some tiles are safe. After k safe steps the round is worth 0.99 * (tiles / safe)^k stakes, which is 99 %
 * of the reciprocal of the probability. The return is therefore exactly 99 %, whenever the player stops.
 */
import type { Act, TowersChoice, TowersView } from '#contract/rounds.ts'
import { assertStake, type Draw, type SteppedMaths } from '../maths.ts'
import { drawDistinct, drawPayout, factor, type Factor, shownFactor, type Step, wholePayout } from '../stepped.ts'
import type { TowersDefinition } from '../studio-api.ts'

const unit = 10
const floors = 8
/** In coins. A tower that could pay more at the highest stake has a lower highest stake. */
const highestWin = 100_000_000
const highestStake = 10_000
const rtp = factor(99n, 100n)

const shapes = [
  { tower: 'easy', tiles: 4, safe: 3 },
  { tower: 'medium', tiles: 3, safe: 2 },
  { tower: 'hard', tiles: 2, safe: 1 },
  { tower: 'expert', tiles: 3, safe: 1 },
  { tower: 'master', tiles: 4, safe: 1 },
] as const

type Shape = (typeof shapes)[number]
const shapeOf = (tower: TowersChoice['tower']): Shape => shapes.find((shape) => shape.tower === tower)!

/** What the round is worth after `climbed` floors, as a multiple of the stake. */
export function multiplierOf(tower: TowersChoice['tower'], climbed: number): Factor {
  const { tiles, safe } = shapeOf(tower)
  return factor(rtp.numerator * BigInt(tiles) ** BigInt(climbed), rtp.denominator * BigInt(safe) ** BigInt(climbed))
}

export const definition: TowersDefinition = {
  slug: 'towers',
  version: '1.0.0',
  floors,
  defaultTower: 'easy',
  towers: shapes.map((shape) => ({
    ...shape,
    multipliers: Array.from({ length: floors }, (_, index) => shownFactor(multiplierOf(shape.tower, index + 1))),
    highestCoins: Math.min(
      highestStake,
      Math.floor(highestWin / Math.ceil(shownFactor(multiplierOf(shape.tower, floors)))),
    ),
  })),
}

type State = { stake: number; shape: Shape; safe: readonly (readonly number[])[]; climbed: readonly number[] }

function readChoice(choice: unknown): TowersChoice | undefined {
  const { tower } = (choice ?? {}) as Record<string, unknown>
  const shape = shapes.find((each) => each.tower === tower)
  return shape && { tower: shape.tower }
}

const isFallen = ({ safe, climbed }: State) => climbed.some((tile, floor) => !safe[floor]!.includes(tile))

function viewOf(state: State, isOver: boolean): TowersView {
  const { stake, shape, safe, climbed } = state
  const worth = multiplierOf(shape.tower, climbed.length)
  const isWorthless = climbed.length === 0 || (isOver && isFallen(state))
  return {
    game: 'towers',
    tower: shape.tower,
    climbed: [...climbed],
    worth: {
      multiplier: isWorthless ? 0 : shownFactor(worth),
      amount: isWorthless ? 0 : wholePayout(stake, worth),
      next: isOver ? null : shownFactor(multiplierOf(shape.tower, climbed.length + 1)),
    },
    safe: isOver ? safe.map((tiles) => tiles.toSorted((a, b) => a - b)) : null,
  }
}

async function end(draw: Draw, state: State): Promise<Step<State>> {
  const worth = multiplierOf(state.shape.tower, state.climbed.length)
  const payout = isFallen(state) ? 0 : await drawPayout(draw, state.stake, worth)
  return { state, view: viewOf(state, true), payout, isFinal: true }
}

/** The safe tiles of all floors are placed before the first step. */
async function open(draw: Draw, stake: number, choice: unknown): Promise<Step<State>> {
  const read = readChoice(choice)
  if (!read) throw new RangeError('this choice is not offered')
  assertStake(stake, unit)
  const shape = shapeOf(read.tower)
  const safe: number[][] = []
  while (safe.length < floors) safe.push(await drawDistinct(draw, shape.safe, shape.tiles))
  const state: State = { stake, shape, safe, climbed: [] }
  return { state, view: viewOf(state, false), isFinal: false }
}

async function act(draw: Draw, state: State, { type, at }: Act): Promise<Step<State> | null> {
  if (type === 'cashOut') return state.climbed.length > 0 ? end(draw, state) : null
  if (type !== 'climb' || at === undefined || at >= state.shape.tiles) return null
  const next = { ...state, climbed: [...state.climbed, at] }
  const isOver = isFallen(next) || next.climbed.length === floors
  return isOver ? end(draw, next) : { state: next, view: viewOf(next, false), isFinal: false }
}

export const maths: SteppedMaths = {
  kind: 'original',
  slug: definition.slug,
  version: definition.version,
  unit,
  volatility: 'low',
  definition,
  figures: { rtp, deviation: 0.57, highest: 64_881, highestOneIn: 65_536, hitRate: null },
  readChoice,
  firstChoice: () => ({ tower: definition.defaultTower }),
  highestCoins: (choice) =>
    definition.towers.find(({ tower }) => tower === (choice as TowersChoice).tower)?.highestCoins ?? 0,
  open,
  act: (draw, state, action) => act(draw, state as State, action),
  abandoned: (state) => ((state as State).climbed.length > 0 ? { type: 'cashOut' } : 'refund'),
}
