/**
 * Jacks or Better, 9/6: five cards from a deck of 52, any of them held, the others replaced once from the rest of the deck. The best
 * holds return 99.5439 %, calculated over every hand and every draw in enumerate.ts.
 */
import type { Act, PokerView } from '#contract/rounds.ts'
import { assertStake, type Draw, type SteppedMaths } from '../maths.ts'
import { factor, type Step } from '../stepped.ts'
import type { PokerDefinition } from '../studio-api.ts'
import { handOf, multiplierOf, pays } from './hands.ts'

const unit = 10
const deckSize = 52
const all = [0, 1, 2, 3, 4]

export const definition: PokerDefinition = {
  slug: 'jacks-or-better',
  version: '1.0.0',
  pays: pays.map(([hand, multiplier]) => [hand, multiplier]),
}

type Cards = [number, number, number, number, number]
type State = {
  stake: number
  /** The deck as far as it is shuffled: the cards up to `dealt` are out. */
  deck: readonly number[]
  dealt: number
  cards: Cards
}

/** Continues a Fisher-Yates shuffle by `count` cards. */
async function deal(draw: Draw, deck: readonly number[], dealt: number, count: number): Promise<number[]> {
  const shuffled = [...deck]
  for (let index = dealt; index < dealt + count; index++) {
    const other = index + (await draw.below(deckSize - index))
    ;[shuffled[index], shuffled[other]] = [shuffled[other]!, shuffled[index]!]
  }
  return shuffled
}

const viewOf = (cards: Cards, held: number[] | null): PokerView => ({
  game: 'poker',
  cards: [...cards],
  held,
  hand: handOf(...cards),
})

async function open(draw: Draw, stake: number, choice: unknown): Promise<Step<State>> {
  if (choice !== null) throw new RangeError('this choice is not offered')
  assertStake(stake, unit)
  const fresh = Array.from({ length: deckSize }, (_, card) => card)
  const deck = await deal(draw, fresh, 0, all.length)
  const cards = deck.slice(0, all.length) as Cards
  return { state: { stake, deck, dealt: all.length, cards }, view: viewOf(cards, null), isFinal: false }
}

/** The cards that replace others are drawn only now. */
async function act(draw: Draw, state: State, { type, hold }: Act): Promise<Step<State> | null> {
  if (type !== 'draw' || !hold || new Set(hold).size !== hold.length) return null
  const held = all.filter((place) => hold.includes(place))
  const deck = await deal(draw, state.deck, state.dealt, all.length - held.length)
  let next = state.dealt
  const cards = state.cards.map((card, place) => (held.includes(place) ? card : deck[next++]!)) as Cards
  const payout = state.stake * multiplierOf(handOf(...cards))
  return { state: { ...state, deck, dealt: next, cards }, view: viewOf(cards, held), payout, isFinal: true }
}

export const maths: SteppedMaths = {
  kind: 'table',
  slug: definition.slug,
  version: definition.version,
  unit,
  volatility: 'medium',
  definition,
  figures: {
    returned: factor(19_842_315_923_796n, 19_933_230_517_200n),
    deviation: 4.42,
    highest: 800,
    highestOneIn: 40_391,
    hitRate: 45.46,
  },
  readChoice: (choice) => (choice === null ? null : undefined),
  firstChoice: () => null,
  open,
  act: (draw, state, chosen) => act(draw, state as State, chosen),
  abandoned: () => ({ type: 'draw', hold: all }),
}
