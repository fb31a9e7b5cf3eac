/**
 * Hi-lo: from card to card, higher or the same, or lower or the same, from a deck that never ends. A call multiplies what the round is
 * worth by the reciprocal of its probability, after one percent off the stake: the stake returns 99 % on average, exactly.
 */
import type { Act, HiloView } from '#contract/rounds.ts'
import { assertStake, type Draw, type SteppedMaths } from '../maths.ts'
import { decimal, drawPayout, factor, type Factor, shownFactor, type Step, times, wholePayout } from '../stepped.ts'
import type { HiloDefinition } from '../studio-api.ts'

const unit = 10
const ranks = 13
const deck = 52
const returned = factor(99n, 100n)

export const definition: HiloDefinition = { slug: 'hilo', version: '1.0.0', ranks, highest: 10_000, mostCards: 52 }

export type Call = 'higher' | 'lower'
type State = {
  stake: number
  cards: readonly number[]
  calls: readonly HiloView['calls'][number][]
  worth: Factor
  isLost: boolean
}

/** How many of the 13 ranks win the call; the same rank wins both. */
export function winningRanks(card: number, call: Call): number {
  const rank = card % ranks
  return call === 'higher' ? ranks - rank : rank + 1
}

/** Null where the call is certain, or would be worth more than the highest win. */
function factorOf(state: State, call: Call): Factor | null {
  const winning = winningRanks(state.cards.at(-1)!, call)
  const made = factor(BigInt(ranks), BigInt(winning))
  const isOffered =
    winning < ranks &&
    state.cards.length < definition.mostCards &&
    decimal(times(state.worth, made)) <= definition.highest
  return isOffered ? made : null
}

const hasWon = ({ calls, isLost }: State) => !isLost && calls.some((call) => call !== 'skip')
/** The last card can only be called. */
const maySkip = ({ cards }: State) => cards.length < definition.mostCards - 1

function viewOf(state: State, isOver: boolean): HiloView {
  const { stake, cards, calls, worth, isLost } = state
  const shown = (call: Call) => {
    const made = isOver ? null : factorOf(state, call)
    return made && shownFactor(made)
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
    higher: shown('higher'),
    lower: shown('lower'),
    maySkip: !isOver && maySkip(state),
    isLost,
  }
}

const shownStep = (state: State): Step<State> => ({ state, view: viewOf(state, false), isFinal: false })

async function open(draw: Draw, stake: number, choice: unknown): Promise<Step<State>> {
  if (choice !== null) throw new RangeError('this choice is not offered')
  assertStake(stake, unit)
  return shownStep({ stake, cards: [await draw.below(deck)], calls: [], worth: returned, isLost: false })
}

/** A card is drawn only once it has been called. */
async function act(draw: Draw, state: State, { type }: Act): Promise<Step<State> | null> {
  if (type === 'cashOut') {
    if (!hasWon(state)) return null
    return { state, view: viewOf(state, true), payout: await drawPayout(draw, state.stake, state.worth), isFinal: true }
  }
  if (type === 'skip')
    return maySkip(state)
      ? shownStep({ ...state, cards: [...state.cards, await draw.below(deck)], calls: [...state.calls, 'skip'] })
      : null
  if (type !== 'higher' && type !== 'lower') return null
  const made = factorOf(state, type)
  if (!made) return null
  const card = await draw.below(deck)
  const [before, now] = [state.cards.at(-1)! % ranks, card % ranks]
  const next: State = {
    ...state,
    cards: [...state.cards, card],
    calls: [...state.calls, type],
    worth: times(state.worth, made),
    isLost: type === 'higher' ? now < before : now > before,
  }
  return next.isLost ? { state: next, view: viewOf(next, true), payout: 0, isFinal: true } : shownStep(next)
}

export const maths: SteppedMaths = {
  kind: 'original',
  slug: definition.slug,
  version: definition.version,
  unit,
  volatility: 'low',
  definition,
  figures: { returned, deviation: 0.92, highest: definition.highest, highestOneIn: 10_101, hitRate: null },
  readChoice: (choice) => (choice === null ? null : undefined),
  firstChoice: () => null,
  open,
  act: (draw, state, chosen) => act(draw, state as State, chosen),
  abandoned: (state) => (hasWon(state as State) ? { type: 'cashOut' } : 'refund'),
}
