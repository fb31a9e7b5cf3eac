/**
 * Blackjack from an infinite deck: every card is drawn from all 52. The dealer stands on all 17s and peeks for blackjack with an
 * ace or ten. Blackjack pays 3:2, insurance 2:1. The player can double on any two cards, also after a split, and split up to four
 * hands; each split ace gets one card. With late surrender, the first two cards can be surrendered for half of the stake after
 * the dealer has peeked. Optimal play returns 99.4883 %, calculated in odds.ts.
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
/** After a split, 21 with two cards is not a blackjack. */
const hasBlackjack = ({ hands }: State) => hands.length === 1 && isBlackjack(hands[0]!.cards)

function movesOf(state: State): BlackjackView['moves'] {
  if (state.phase === 'insurance') return ['insure', 'decline']
  if (state.phase === 'over') return []
  const { cards } = state.hands[state.active]!
  const hasTwoCards = cards.length === 2
  const isPair = hasTwoCards && valueOf(cards[0]!) === valueOf(cards[1]!)
  return [
    'hit',
    'stand',
    ...(hasTwoCards ? (['double'] as const) : []),
    ...(isPair && state.hands.length < mostHands ? (['split'] as const) : []),
    ...(hasTwoCards && state.hands.length === 1 && state.hasSurrender ? (['surrender'] as const) : []),
  ]
}

type Result = BlackjackView['hands'][number]

function resultOf(state: State, hand: Hand): Result {
  const { cards, stake } = hand
  const shown = { cards: [...cards], stake }
  if (isBust(hand)) return { ...shown, result: 'bust', payout: 0 }
  if (state.phase !== 'over') return { ...shown, result: null, payout: 0 }
  if (hand.isSurrendered) return { ...shown, result: 'surrender', payout: stake / 2 }
  const [total, dealerTotal] = [totalOf(cards).total, totalOf(state.dealer).total]
  const dealerHasBlackjack = isBlackjack(state.dealer)
  if (hasBlackjack(state) && !dealerHasBlackjack) return { ...shown, result: 'blackjack', payout: (stake * 5) / 2 }
  if (dealerHasBlackjack && !hasBlackjack(state)) return { ...shown, result: 'loss', payout: 0 }
  if (dealerTotal > goal || total > dealerTotal) return { ...shown, result: 'win', payout: stake * 2 }
  return total === dealerTotal ? { ...shown, result: 'push', payout: stake } : { ...shown, result: 'loss', payout: 0 }
}

function viewOf(state: State): BlackjackView {
  const isOver = state.phase === 'over'
  const insurancePayout = isOver && isBlackjack(state.dealer) ? state.insurance * 3 : 0
  return {
    game: 'blackjack',
    dealer: isOver ? [...state.dealer] : [state.dealer[0]!],
    hands: state.hands.map((hand) => resultOf(state, hand)),
    active: state.phase === 'play' ? state.active : null,
    moves: movesOf(state),
    insurance: state.insurance > 0 ? { stake: state.insurance, payout: insurancePayout } : null,
  }
}

function stepOf(state: State, extraStake = 0): Step<State> {
  const view = viewOf(state)
  const extra = extraStake > 0 ? { extraStake } : {}
  if (state.phase !== 'over') return { state, view, ...extra, isFinal: false }
  const payout = view.hands.reduce((sum, hand) => sum + hand.payout, view.insurance?.payout ?? 0)
  return { state, view, ...extra, payout, isFinal: true }
}

/** The dealer draws only if a hand of the player is still undecided. */
async function finish(draw: Draw, state: State): Promise<State> {
  let { dealer } = state
  const isDecided = state.hands.every(isLost) || hasBlackjack(state) || isBlackjack(dealer)
  while (!isDecided && totalOf(dealer).total < dealerStands) dealer = [...dealer, await draw.below(deck)]
  return { ...state, dealer, phase: 'over' }
}

/** Moves to the next hand that the player can still play, or to the dealer's turn. */
async function advance(draw: Draw, state: State): Promise<State> {
  const hands = state.hands.map((hand) => ({ ...hand, isDone: hand.isDone || totalOf(hand.cards).total >= goal }))
  const active = hands.findIndex(({ isDone }) => !isDone)
  return active < 0 ? finish(draw, { ...state, hands }) : { ...state, hands, active, phase: 'play' }
}

/** The dealer looks at the hole card. Insurance, if it was offered, has been decided before. */
async function peek(draw: Draw, state: State): Promise<State> {
  return isBlackjack(state.dealer) || hasBlackjack(state) ? finish(draw, state) : advance(draw, state)
}

/** Cards are dealt in the order player, dealer, player, dealer. */
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
  const replaceHand = (...changed: Hand[]): State => ({ ...state, hands: hands.toSpliced(active, 1, ...changed) })
  const drawCard = () => draw.below(deck)
  switch (type) {
    case 'insure':
      return stepOf(await peek(draw, { ...state, insurance: stake / 2 }), stake / 2)
    case 'decline':
      return stepOf(await peek(draw, state))
    case 'stand':
      return stepOf(await advance(draw, replaceHand({ ...hand, isDone: true })))
    case 'surrender':
      return stepOf(await advance(draw, replaceHand({ ...hand, isDone: true, isSurrendered: true })))
    case 'hit':
      return stepOf(await advance(draw, replaceHand({ ...hand, cards: [...hand.cards, await drawCard()] })))
    case 'double': {
      const doubled = { cards: [...hand.cards, await drawCard()], stake: stake * 2, isDone: true }
      return stepOf(await advance(draw, replaceHand(doubled)), stake)
    }
    case 'split': {
      const [left, right] = hand.cards as [number, number]
      const isDone = valueOf(left) === 1
      const leftHand = { cards: [left, await drawCard()], stake, isDone }
      const rightHand = { cards: [right, await drawCard()], stake, isDone }
      return stepOf(await advance(draw, replaceHand(leftHand, rightHand)), stake)
    }
    default:
      return null
  }
}

type Variant = Pick<SteppedMaths, 'version' | 'figures'> & { slug: BlackjackDefinition['slug']; hasSurrender: boolean }

export function blackjackMaths({ slug, version, hasSurrender, figures }: Variant): SteppedMaths {
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
    act: (draw, state, action) => act(draw, state as State, action),
    abandoned: (state) => ((state as State).phase === 'insurance' ? { type: 'decline' } : { type: 'stand' }),
  }
}

export const maths = blackjackMaths({
  slug: 'blackjack',
  version: '1.0.0',
  hasSurrender: false,
  figures: {
    rtp: factor(91_263_899_886_477_128_982_972_893_772n, 91_733_330_193_268_616_658_399_616_009n),
    deviation: 1.15,
    highest: 16,
    highestOneIn: 1_286_069,
    hitRate: null,
  },
})
