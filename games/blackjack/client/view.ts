// Blackjack on screen: the dealer's cards, the player's hands, the moves, and a hint on request.

import '#games/client/stepped/stepped.css'
import './blackjack.css'
import type { BlackjackView } from '#contract/rounds.ts'
import { areDealt, cardElement, cardName } from '#games/client/cards/card.ts'
import { el, set } from '#games/client/dom.ts'
import type { GameContext, GameView } from '#games/client/view.ts'
import type { BlackjackDefinition, StudioRound } from '#games/studio-api.ts'
import { totalOf } from '../maths.ts'
import { bestMove } from '../strategy.ts'

type Hand = BlackjackView['hands'][number]
const usual = ['hit', 'stand', 'double', 'split'] as const
const insurance = ['insure', 'decline'] as const

export function view(context: GameContext, { hasSurrender }: BlackjackDefinition): GameView {
  const { words, amounts, pace, sound } = context
  let shown: BlackjackView | null = null
  /** How many cards of each hand lie already: only new ones are dealt. */
  let lying: string[] = []

  const dealer = el('div', { class: 'row places' })
  const dealerTotal = el('span', { class: 'total', dir: 'ltr' })
  const hands = el('div', { class: 'hands places' })
  const buttons = [...usual, ...(hasSurrender ? (['surrender'] as const) : []), ...insurance].map((move) => {
    const button = el('button', { type: 'button', 'data-move': move }, words(move))
    button.addEventListener('click', () => context.act({ type: move }))
    return { move, button }
  })
  const moves = el(
    'div',
    { class: 'moves', role: 'group', 'aria-label': words('moves') },
    ...buttons.map(({ button }) => button),
  )
  const hint = el('button', { type: 'button', class: 'hint-button' }, words('hint'))
  hint.addEventListener('click', () => {
    const best = shown && bestMove(shown)
    if (!best) return
    context.showLine(words('hintIs', { move: words(best) }))
    mark(best)
  })
  const element = el(
    'div',
    { class: 'stepped blackjack' },
    el(
      'div',
      { class: 'card-table' },
      el(
        'div',
        { class: 'felt' },
        el('section', { class: 'dealer', 'aria-label': words('dealer') }, dealer, dealerTotal),
        el('p', { class: 'rule', 'aria-hidden': 'true' }, words('tableRule')),
        hands,
      ),
    ),
    el('div', { class: 'side' }, moves, hint),
  )

  const mark = (best: string | null) =>
    buttons.forEach(({ move, button }) => button.toggleAttribute('data-best', move === best))

  /** 12, or 2/12 while an ace can still count as one. */
  function totalText(cards: readonly number[], isOver: boolean): string {
    const { total, isSoft } = totalOf(cards)
    return isSoft && !isOver && total < 21 ? `${total - 10}/${total}` : String(total)
  }
  function put(row: HTMLElement, cards: ReadonlyArray<number | null>, place: number) {
    const before = lying[place]?.split(',') ?? []
    row.replaceChildren(
      ...cards.map((card, index) => {
        const { element: drawn } = cardElement(context, card)
        drawn.toggleAttribute('data-new', before[index] !== String(card))
        drawn.style.animationDelay = `${Math.max(0, index - before.length) * 120}ms`
        return drawn
      }),
    )
    lying[place] = cards.join()
  }
  function handElement(hand: Hand, index: number, seen: BlackjackView): HTMLElement {
    const row = el('div', { class: 'row' })
    put(row, hand.cards, index + 1)
    const isActive = seen.active === index
    const result = hand.result && words(`result_${hand.result}`)
    return el(
      'section',
      {
        class: 'hand',
        'aria-label': words('hand', { number: index + 1 }),
        'aria-current': isActive ? 'true' : null,
        'data-result': hand.result,
      },
      row,
      el(
        'p',
        { class: 'figures' },
        el('span', { class: 'total', dir: 'ltr' }, totalText(hand.cards, seen.active === null)),
        el('bdi', {}, amounts.written(hand.stake)),
        result && el('strong', {}, result),
      ),
    )
  }
  function draw(seen: BlackjackView | null) {
    shown = seen
    mark(null)
    const isOver = seen !== null && seen.moves.length === 0
    for (const { move, button } of buttons) {
      const isOffered = seen?.moves.includes(move) ?? false
      button.disabled = !isOffered
      button.hidden = (insurance as readonly string[]).includes(move)
        ? !seen?.moves.includes('insure')
        : seen?.moves.includes('insure') === true
    }
    hint.disabled = seen === null || isOver
    if (!seen) {
      lying = []
      dealer.replaceChildren()
      dealerTotal.textContent = ''
      hands.replaceChildren()
      return
    }
    put(dealer, isOver ? seen.dealer : [...seen.dealer, null], 0)
    dealerTotal.textContent = totalText(seen.dealer, isOver)
    set(hands, { 'data-count': seen.hands.length })
    hands.replaceChildren(...seen.hands.map((hand, index) => handElement(hand, index, seen)))
  }
  function describe(seen: BlackjackView): string {
    if (seen.moves.includes('insure')) return words('insuranceOffered', { card: cardName(context, seen.dealer[0]!) })
    const hand = seen.hands[seen.active ?? 0]!
    const values = {
      number: (seen.active ?? 0) + 1,
      total: totalText(hand.cards, false),
      dealer: totalText(seen.dealer, false),
    }
    return words(seen.hands.length > 1 ? 'youHaveIn' : 'youHave', values)
  }

  async function show(round: StudioRound) {
    const seen = round.progress!.view as BlackjackView
    sound.stop(seen.hands.reduce((count, { cards }) => count + cards.length, 0) % 8)
    draw(seen)
    if (round.status === 'playing') return context.showLine(describe(seen))
    await Promise.all([pace.wait(350 + Math.max(0, seen.dealer.length - 2) * 250), areDealt(element, pace)])
    end(seen, round)
    shown = null
  }

  /** The dealer's hand, what it means for the player's, and the amount: one sentence. */
  function end(seen: BlackjackView, round: StudioRound) {
    const { payout, stake, extraStake } = round
    const staked = stake + extraStake
    const values = { dealer: totalText(seen.dealer, true), amount: amounts.written(payout) }
    const outcome = payout > staked ? 'endWon' : payout > 0 ? 'endReturned' : 'endLost'
    if (payout > staked) sound.win(payout / staked)
    context.showLine(words(outcome, values), payout > staked ? 'win' : 'plain')
    context.past.add({
      text: `${amounts.figure(payout / staked)}×`,
      tone: payout > staked ? 'win' : payout > 0 ? 'returned' : 'none',
      unseen: words(payout > 0 ? 'won' : 'noWin', values),
    })
  }

  draw(null)
  return {
    element,
    choice: () => null,
    setStake: () => undefined,
    begin() {
      sound.start()
      draw(null)
    },
    finish: async () => undefined,
    abandon: () => draw(null),
    rest(outcome) {
      if (!('acts' in outcome)) return
      draw(outcome.view as BlackjackView)
      shown = null
    },
    steps: {
      show,
      main: () =>
        shown?.moves.includes('insure')
          ? { label: words('decline'), act: { type: 'decline' } }
          : { label: words('stand'), act: shown?.moves.includes('stand') ? { type: 'stand' } : null },
    },
  }
}
