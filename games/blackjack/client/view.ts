// The view of blackjack: the dealer's cards, the player's hands, the moves, and a hint on request.

import '#games/client/stepped/stepped.css'
import './blackjack.css'
import type { BlackjackView } from '#contract/rounds.ts'
import { areDealt, cardElement, cardName } from '#games/client/cards/card.ts'
import { actIcons } from '#games/client/act-icons.ts'
import { el, icon, set } from '#games/client/dom.ts'
import { amountOf, resultName } from '#games/client/results.ts'
import type { GameContext, GameView } from '#games/client/view.ts'
import type { BlackjackDefinition, StudioRound } from '#games/studio-api.ts'
import { totalOf } from '../maths.ts'
import { bestMove } from '../strategy.ts'

type Hand = BlackjackView['hands'][number]
const usualMoves = ['hit', 'stand', 'double', 'split'] as const
const endNames = { won: 'endWon', stakeBack: 'endStakeBack', returned: 'endReturned', noWin: 'endLost' } as const
/** The keys of a table, in every locale. */
const moveKeys = { h: 'hit', s: 'stand', d: 'double', p: 'split' } as const
const insuranceMoves = ['insure', 'decline'] as const

export function view(context: GameContext, { hasSurrender }: BlackjackDefinition): GameView {
  const { words, amounts, pace, sound } = context
  let shown: BlackjackView | null = null
  /** The cards already shown of each hand, so that only new ones are animated. */
  let shownCards: string[] = []

  const dealer = el('div', { class: 'row places' })
  const dealerTotal = el('span', { class: 'total', dir: 'ltr' })
  const hands = el('div', { class: 'hands places' })
  const buttons = [...usualMoves, ...(hasSurrender ? (['surrender'] as const) : []), ...insuranceMoves].map((move) => {
    const button = el(
      'button',
      { type: 'button', 'data-move': move },
      icon(actIcons[move]!),
      el('span', {}, words(move)),
    )
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
  function showCards(row: HTMLElement, cards: ReadonlyArray<number | null>, place: number) {
    const before = shownCards[place]?.split(',') ?? []
    row.style.setProperty('--count', String(cards.length))
    row.replaceChildren(
      ...cards.map((card, index) => {
        const { element: cardBox } = cardElement(context, card)
        cardBox.toggleAttribute('data-new', before[index] !== String(card))
        cardBox.style.animationDelay = `${Math.max(0, index - before.length) * 120}ms`
        return cardBox
      }),
    )
    shownCards[place] = cards.join()
  }
  function handElement(hand: Hand, index: number, state: BlackjackView, isDealing: boolean): HTMLElement {
    const row = el('div', { class: 'row', 'aria-hidden': isDealing ? 'true' : null })
    showCards(row, hand.cards, index + 1)
    const isActive = (isDealing ? shown : state)?.active === index
    const total = isDealing
      ? (hands.children[index]?.querySelector('.total')?.textContent ?? '')
      : totalText(hand.cards, state.active === null)
    const result = hand.result && !isDealing && words(`result_${hand.result}`)
    return el(
      'section',
      {
        class: 'hand',
        'aria-label': words('hand', { number: index + 1 }),
        'aria-current': isActive ? 'true' : null,
        'data-result': isDealing ? null : hand.result,
      },
      row,
      el(
        'p',
        { class: 'figures' },
        el('span', { class: 'total', dir: 'ltr' }, total),
        // Of several hands the result takes the place of the stake.
        el('bdi', { class: result && state.hands.length > 1 ? 'unseen' : null }, amounts.written(hand.stake)),
        result && el('strong', {}, result),
      ),
    )
  }
  /** Deals what the state adds to the cards on the table; screen readers get it once all of them are dealt. */
  function layCards(state: BlackjackView) {
    mark(null)
    hint.disabled = true
    writeTable(state, true)
  }
  function writeTable(state: BlackjackView, isDealing: boolean) {
    const isOver = state.moves.length === 0
    set(dealer, { 'aria-hidden': isDealing ? 'true' : null })
    showCards(dealer, isOver ? state.dealer : [...state.dealer, null], 0)
    if (!isDealing) dealerTotal.textContent = totalText(state.dealer, isOver)
    set(hands, { 'data-count': state.hands.length })
    hands.replaceChildren(...state.hands.map((hand, index) => handElement(hand, index, state, isDealing)))
  }
  function draw(state: BlackjackView | null) {
    shown = state
    mark(null)
    const isOver = state !== null && state.moves.length === 0
    for (const { move, button } of buttons) {
      const isOffered = state?.moves.includes(move) ?? false
      button.disabled = !isOffered
      button.hidden = (insuranceMoves as readonly string[]).includes(move)
        ? !state?.moves.includes('insure')
        : state?.moves.includes('insure') === true
    }
    hint.disabled = state === null || isOver
    if (!state) {
      shownCards = []
      dealer.replaceChildren()
      dealerTotal.textContent = ''
      hands.replaceChildren()
      return
    }
    writeTable(state, false)
  }
  function describe(state: BlackjackView): string {
    if (state.moves.includes('insure')) return words('insuranceOffered', { card: cardName(context, state.dealer[0]!) })
    const hand = state.hands[state.active ?? 0]!
    const values = {
      number: (state.active ?? 0) + 1,
      total: totalText(hand.cards, false),
      dealer: totalText(state.dealer, false),
    }
    return words(state.hands.length > 1 ? 'youHaveIn' : 'youHave', values)
  }

  /** Totals, results, moves and the sentence wait for the last card. */
  async function show(round: StudioRound) {
    const state = round.progress!.view as BlackjackView
    const isOver = round.status !== 'playing'
    sound.stop(state.hands.reduce((count, { cards }) => count + cards.length, 0) % 8)
    context.showLine('')
    layCards(state)
    await Promise.all([isOver && pace.wait(350 + Math.max(0, state.dealer.length - 2) * 250), areDealt(element, pace)])
    draw(state)
    if (!isOver) return context.showLine(describe(state))
    end(state, round)
    shown = null
  }

  /** States the dealer's hand, the result and the amount in one sentence. */
  function end(state: BlackjackView, round: StudioRound) {
    const { payout, stake, extraStake } = round
    const staked = stake + extraStake
    const result = { payout, staked }
    const name = resultName(result)
    const values = { dealer: totalText(state.dealer, true), amount: amountOf(context, result) }
    context.showLine(words(endNames[name], values), payout > staked ? 'win' : 'plain')
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
    keys: Object.fromEntries(
      Object.entries(moveKeys).map(([key, move]) => [
        key,
        {
          word: words(move),
          run: () => buttons.find((each) => each.move === move && !each.button.disabled)?.button.click(),
        },
      ]),
    ),
    rest(outcome) {
      if (!('acts' in outcome)) return
      draw(outcome.view as BlackjackView)
      shown = null
    },
    steps: {
      show,
      uses: () => (shown?.moves.includes('insure') ? 'insurance' : `hand ${shown?.active ?? ''}`),
      lock: (isLocked) => buttons.forEach(({ button }) => set(button, { 'aria-disabled': isLocked ? 'true' : null })),
      main: () =>
        shown?.moves.includes('insure')
          ? { label: words('decline'), act: { type: 'decline' } }
          : { label: words('stand'), act: shown?.moves.includes('stand') ? { type: 'stand' } : null },
    },
  }
}
