/**
 * Hi-lo: the player calls the next card of an infinite deck higher or the same, or lower or the same. The round starts at 99 % of
 * the stake, and each correct call multiplies it by the reciprocal of its probability, so every strategy returns exactly 99 %.
 */
import type { Act, HiloView } from '#contract/rounds.ts'
import { assertStake, type Draw, type SteppedMaths } from '../maths.ts'
import { decimal, drawPayout, factor, type Factor, shownFactor, type Step, times, wholePayout } from '../stepped.ts'
import type { HiloDefinition } from '../studio-api.ts'

const unit = 10
const ranks = 13
const deck = 52
const rtp = factor(99n, 100n)

export const definition: HiloDefinition = { slug: 'hilo', version: '1.0.0', ranks, highest: 10_000, mostCards: 52 }

export type Call = 'higher' | 'lower'
type State = {
  stake: number
  cards: readonly number[]
  calls: readonly HiloView['calls'][number][]
  worth: Factor
  isLost: boolean
}

/** How many of the 13 ranks win the call. An equal rank wins either call. */
export function winningRanks(card: number, call: Call): number {
  const rank = card % ranks
  return call === 'higher' ? ranks - rank : rank + 1
}

/** The multiplier of a call. Null if the call is certain to win, or the round would then be worth more than the maximum. */
function factorOf(state: State, call: Call): Factor | null {
  const winning = winningRanks(state.cards.at(-1)!, call)
  const multiplier = factor(BigInt(ranks), BigInt(winning))
  const isOffered =
    winning < ranks &&
    state.cards.length < definition.mostCards &&
    decimal(times(state.worth, multiplier)) <= definition.highest
  return isOffered ? multiplier : null
}

const hasWon = ({ calls, isLost }: State) => !isLost && calls.some((call) => call !== 'skip')
/** The last card cannot be skipped. */
const maySkip = ({ cards }: State) => cards.length < definition.mostCards - 1

function viewOf(state: State, isOver: boolean): HiloView {
  const { stake, cards, calls, worth, isLost } = state
  const shownMultiplier = (call: Call) => {
    const multiplier = isOver ? null : factorOf(state, call)
    return multiplier && shownFactor(multiplier)
  }
  return {
    game: 'hilo',
    cards: [...cards],
    calls: [...calls],
    worth: {
      multiplier: hasWon(state) ? shownFactor(worth) : 0,
      amount: hasWon(state) ? wholePayout(stake, worth) : 0,
      next: null,
    },
    higher: shownMultiplier('higher'),
    lower: shownMultiplier('lower'),
    maySkip: !isOver && maySkip(state),
    isLost,
  }
}

const openStep = (state: State): Step<State> => ({ state, view: viewOf(state, false), isFinal: false })

async function open(draw: Draw, stake: number, choice: unknown): Promise<Step<State>> {
  if (choice !== null) throw new RangeError('this choice is not offered')
  assertStake(stake, unit)
  return openStep({ stake, cards: [await draw.below(deck)], calls: [], worth: rtp, isLost: false })
}

/** A card is drawn only after the call on it. */
async function act(draw: Draw, state: State, { type }: Act): Promise<Step<State> | null> {
  if (type === 'cashOut') {
    if (!hasWon(state)) return null
    return { state, view: viewOf(state, true), payout: await drawPayout(draw, state.stake, state.worth), isFinal: true }
  }
  if (type === 'skip')
    return maySkip(state)
      ? openStep({ ...state, cards: [...state.cards, await draw.below(deck)], calls: [...state.calls, 'skip'] })
      : null
  if (type !== 'higher' && type !== 'lower') return null
  const multiplier = factorOf(state, type)
  if (!multiplier) return null
  const card = await draw.below(deck)
  const [previousRank, rank] = [state.cards.at(-1)! % ranks, card % ranks]
  const next: State = {
    ...state,
    cards: [...state.cards, card],
    calls: [...state.calls, type],
    worth: times(state.worth, multiplier),
    isLost: type === 'higher' ? rank < previousRank : rank > previousRank,
  }
  return next.isLost ? { state: next, view: viewOf(next, true), payout: 0, isFinal: true } : openStep(next)
}

export const maths: SteppedMaths = {
  kind: 'original',
  slug: definition.slug,
  version: definition.version,
  unit,
  volatility: 'low',
  definition,
  figures: { rtp, deviation: 0.92, highest: definition.highest, highestOneIn: 10_101, hitRate: null },
  readChoice: (choice) => (choice === null ? null : undefined),
  firstChoice: () => null,
  open,
  act: (draw, state, action) => act(draw, state as State, action),
  abandoned: (state) => (hasWon(state as State) ? { type: 'cashOut' } : 'refund'),
}
