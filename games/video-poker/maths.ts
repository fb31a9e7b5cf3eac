/**
 * Video poker: five cards from a deck of 52. The player holds any of them, and the others are replaced once from the rest of the
 * deck. Each game has its own pay table; best-hold.ts and enumerate.ts are shared by all of them.
 */
import type { Act, PokerHand, PokerView } from '#contract/rounds.ts'
import { assertStake, type Draw, type SteppedMaths } from '../maths.ts'
import type { Step } from '../stepped.ts'
import type { PokerDefinition } from '../studio-api.ts'

const unit = 10
const deckSize = 52
const all = [0, 1, 2, 3, 4]

/** Returns the multiple of the stake that five cards pay. */
export type PayOf = (a: number, b: number, c: number, d: number, e: number) => number
export type HandOf = (a: number, b: number, c: number, d: number, e: number) => PokerHand | null

/** From the highest hand. */
export type Pays = ReadonlyArray<readonly [PokerHand, number]>

export function payOfHands(pays: Pays, handOf: HandOf): PayOf {
  const payByHand = new Map(pays)
  return (a, b, c, d, e) => {
    const hand = handOf(a, b, c, d, e)
    return hand === null ? 0 : payByHand.get(hand)!
  }
}

type Cards = [number, number, number, number, number]
type State = {
  stake: number
  /** The deck, of which the first `dealt` cards are shuffled and dealt. */
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

export function videoPoker({
  slug,
  pays,
  handOf,
  ...common
}: Pick<SteppedMaths, 'version' | 'volatility' | 'figures'> & {
  slug: PokerDefinition['slug']
  pays: Pays
  handOf: HandOf
}): SteppedMaths {
  const payOf = payOfHands(pays, handOf)
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

  /** The replacement cards are drawn only after the player has chosen the cards to hold. */
  async function act(draw: Draw, state: State, { type, hold }: Act): Promise<Step<State> | null> {
    if (type !== 'draw' || !hold || new Set(hold).size !== hold.length) return null
    const held = all.filter((place) => hold.includes(place))
    const deck = await deal(draw, state.deck, state.dealt, all.length - held.length)
    let next = state.dealt
    const cards = state.cards.map((card, place) => (held.includes(place) ? card : deck[next++]!)) as Cards
    const payout = state.stake * payOf(...cards)
    return { state: { ...state, deck, dealt: next, cards }, view: viewOf(cards, held), payout, isFinal: true }
  }

  return {
    ...common,
    kind: 'table',
    slug,
    unit,
    definition: { slug, version: common.version, pays: pays.map(([hand, multiplier]) => [hand, multiplier]) },
    readChoice: (choice) => (choice === null ? null : undefined),
    firstChoice: () => null,
    open,
    act: (draw, state, action) => act(draw, state as State, action),
    abandoned: () => ({ type: 'draw', hold: all }),
  }
}
