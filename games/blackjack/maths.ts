/**
 * Blackjack from a deck that never ends: every card is drawn from all 52. The dealer stands on all 17s and looks for blackjack under
 * an ace or ten; blackjack pays 3:2, insurance 2:1; double on any two cards, also after a split; up to four hands, one card on each
 * split ace. The best play returns 99.4883 %, calculated in odds.ts. With late surrender, the first two cards can be surrendered for half of
 * the stake once the dealer was found to have no blackjack.
 */
import type { Act, BlackjackView } from '#contract/rounds.ts'
import { assertStake, type Draw, type SteppedMaths } from '../maths.ts'
import { factor, type Step } from '../stepped.ts'
import type { BlackjackDefinition } from '../studio-api.ts'

const unit = 10
const deck = 52
const mostHands = 4
const goal = 21
const dealerStands = 17

/** 1 for an ace, 10 for tens and court cards. */
export const valueOf = (card: number): number => Math.min((card % 13) + 1, 10)

export function totalOf(cards: readonly number[]): { total: number; isSoft: boolean } {
  const hard = cards.reduce((sum, card) => sum + valueOf(card), 0)
  const isSoft = hard <= 11 && cards.some((card) => valueOf(card) === 1)
  return { total: isSoft ? hard + 10 : hard, isSoft }
}

type Hand = { cards: readonly number[]; stake: number; isDone: boolean; isSurrendered?: true }
type Phase = 'insurance' | 'play' | 'over'
type State = {
  stake: number
  hasSurrender: boolean
  dealer: readonly number[]
  hands: readonly Hand[]
  active: number
  insurance: number
  phase: Phase
}

const isBlackjack = (cards: readonly number[]) => cards.length === 2 && totalOf(cards).total === goal
const isBust = ({ cards }: Hand) => totalOf(cards).total > goal
const isLost = (hand: Hand) => isBust(hand) || hand.isSurrendered === true
/** After a split, 21 with two cards is no blackjack. */
const hasBlackjack = ({ hands }: State) => hands.length === 1 && isBlackjack(hands[0]!.cards)

function movesOf(state: State): BlackjackView['moves'] {
  if (state.phase === 'insurance') return ['insure', 'decline']
  if (state.phase === 'over') return []
  const { cards } = state.hands[state.active]!
  const isFirst = cards.length === 2
  const isPair = isFirst && valueOf(cards[0]!) === valueOf(cards[1]!)
  return [
    'hit',
    'stand',
    ...(isFirst ? (['double'] as const) : []),
    ...(isPair && state.hands.length < mostHands ? (['split'] as const) : []),
    ...(isFirst && state.hands.length === 1 && state.hasSurrender ? (['surrender'] as const) : []),
  ]
}

type Result = BlackjackView['hands'][number]

function resultOf(state: State, hand: Hand): Result {
  const { cards, stake } = hand
  const shown = { cards: [...cards], stake }
  if (isBust(hand)) return { ...shown, result: 'bust', payout: 0 }
  if (state.phase !== 'over') return { ...shown, result: null, payout: 0 }
  if (hand.isSurrendered) return { ...shown, result: 'surrender', payout: stake / 2 }
  const [own, other] = [totalOf(cards).total, totalOf(state.dealer).total]
  const dealerHasIt = isBlackjack(state.dealer)
  if (hasBlackjack(state) && !dealerHasIt) return { ...shown, result: 'blackjack', payout: (stake * 5) / 2 }
  if (dealerHasIt && !hasBlackjack(state)) return { ...shown, result: 'loss', payout: 0 }
  if (other > goal || own > other) return { ...shown, result: 'win', payout: stake * 2 }
  return own === other ? { ...shown, result: 'push', payout: stake } : { ...shown, result: 'loss', payout: 0 }
}

function viewOf(state: State): BlackjackView {
  const isOver = state.phase === 'over'
  const insured = isOver && isBlackjack(state.dealer) ? state.insurance * 3 : 0
  return {
    game: 'blackjack',
    dealer: isOver ? [...state.dealer] : [state.dealer[0]!],
    hands: state.hands.map((hand) => resultOf(state, hand)),
    active: state.phase === 'play' ? state.active : null,
    moves: movesOf(state),
    insurance: state.insurance > 0 ? { stake: state.insurance, payout: insured } : null,
  }
}

function stepOf(state: State, extraStake = 0): Step<State> {
  const view = viewOf(state)
  const more = extraStake > 0 ? { extraStake } : {}
  if (state.phase !== 'over') return { state, view, ...more, isFinal: false }
  const payout = view.hands.reduce((sum, hand) => sum + hand.payout, view.insurance?.payout ?? 0)
  return { state, view, ...more, payout, isFinal: true }
}

/** The dealer draws only where a hand is still to be beaten. */
async function finish(draw: Draw, state: State): Promise<State> {
  let { dealer } = state
  const isDecided = state.hands.every(isLost) || hasBlackjack(state) || isBlackjack(dealer)
  while (!isDecided && totalOf(dealer).total < dealerStands) dealer = [...dealer, await draw.below(deck)]
  return { ...state, dealer, phase: 'over' }
}

/** The next hand that the player can still play, or the dealer's turn. */
async function advance(draw: Draw, state: State): Promise<State> {
  const hands = state.hands.map((hand) => ({ ...hand, isDone: hand.isDone || totalOf(hand.cards).total >= goal }))
  const active = hands.findIndex(({ isDone }) => !isDone)
  return active < 0 ? finish(draw, { ...state, hands }) : { ...state, hands, active, phase: 'play' }
}

/** After the insurance, if any: the dealer looks at the hole card under an ace or a ten. */
async function peek(draw: Draw, state: State): Promise<State> {
  return isBlackjack(state.dealer) || hasBlackjack(state) ? finish(draw, state) : advance(draw, state)
}

/** Player, dealer, player, dealer. */
async function open(draw: Draw, stake: number, choice: unknown, hasSurrender: boolean): Promise<Step<State>> {
  if (choice !== null) throw new RangeError('this choice is not offered')
  assertStake(stake, unit)
  const dealt: number[] = []
  while (dealt.length < 4) dealt.push(await draw.below(deck))
  const [first, up, second, hole] = dealt as [number, number, number, number]
  const state: State = {
    stake,
    hasSurrender,
    dealer: [up, hole],
    hands: [{ cards: [first, second], stake, isDone: false }],
    active: 0,
    insurance: 0,
    phase: 'insurance',
  }
  return stepOf(valueOf(up) === 1 ? state : await peek(draw, state))
}

async function act(draw: Draw, state: State, { type }: Act): Promise<Step<State> | null> {
  if (!(movesOf(state) as readonly string[]).includes(type)) return null
  const { stake, hands, active } = state
  const hand = hands[active]!
  const put = (...played: Hand[]): State => ({ ...state, hands: hands.toSpliced(active, 1, ...played) })
  const card = () => draw.below(deck)
  switch (type) {
    case 'insure':
      return stepOf(await peek(draw, { ...state, insurance: stake / 2 }), stake / 2)
    case 'decline':
      return stepOf(await peek(draw, state))
    case 'stand':
      return stepOf(await advance(draw, put({ ...hand, isDone: true })))
    case 'surrender':
      return stepOf(await advance(draw, put({ ...hand, isDone: true, isSurrendered: true })))
    case 'hit':
      return stepOf(await advance(draw, put({ ...hand, cards: [...hand.cards, await card()] })))
    case 'double': {
      const doubled = { cards: [...hand.cards, await card()], stake: stake * 2, isDone: true }
      return stepOf(await advance(draw, put(doubled)), stake)
    }
    case 'split': {
      const [left, right] = hand.cards as [number, number]
      const isDone = valueOf(left) === 1
      const split = put({ cards: [left, await card()], stake, isDone }, { cards: [right, await card()], stake, isDone })
      return stepOf(await advance(draw, split), stake)
    }
    default:
      return null
  }
}

type Given = Pick<SteppedMaths, 'version' | 'figures'> & { slug: BlackjackDefinition['slug']; hasSurrender: boolean }

export function blackjackMaths({ slug, version, hasSurrender, figures }: Given): SteppedMaths {
  return {
    kind: 'table',
    slug,
    version,
    unit,
    volatility: 'low',
    definition: { slug, version, mostHands, hasSurrender },
    figures,
    readChoice: (choice) => (choice === null ? null : undefined),
    firstChoice: () => null,
    open: (draw, stake, choice) => open(draw, stake, choice, hasSurrender),
    act: (draw, state, chosen) => act(draw, state as State, chosen),
    abandoned: (state) => ((state as State).phase === 'insurance' ? { type: 'decline' } : { type: 'stand' }),
  }
}

export const maths = blackjackMaths({
  slug: 'blackjack',
  version: '1.0.0',
  hasSurrender: false,
  figures: {
    returned: factor(91_263_899_886_477_128_982_972_893_772n, 91_733_330_193_268_616_658_399_616_009n),
    deviation: 1.15,
    highest: 16,
    highestOneIn: 1_286_069,
    hitRate: null,
  },
})
