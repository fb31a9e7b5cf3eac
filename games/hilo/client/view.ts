// The view of Hi-Lo: the current card, the calls with their odds, and the earlier cards.

import '#games/client/stepped/stepped.css'
import './hilo.css'
import type { HiloView } from '#contract/rounds.ts'
import { areDealt, cardElement, cardName } from '#games/client/cards/card.ts'
import { el, set } from '#games/client/dom.ts'
import { announceEnd, paidOf } from '#games/client/stepped/ending.ts'
import { worthPanel } from '#games/client/stepped/worth.ts'
import type { GameContext, GameView } from '#games/client/view.ts'
import type { HiloDefinition, StudioRound } from '#games/studio-api.ts'

type Call = 'higher' | 'lower'
const marks = { higher: '▲', lower: '▼', skip: '»' } as const

export function view(context: GameContext, { ranks }: HiloDefinition): GameView {
  const { words, amounts, pace, sound } = context
  let shown: HiloView | null = null

  const currentCard = cardElement(context, null)
  const trail = el('ol', { class: 'trail', 'aria-label': words('cards'), tabindex: 0 })
  const worth = worthPanel(context)
  const calls = (['higher', 'lower'] as const).map((call) => {
    const odds = el('small', { dir: 'ltr' })
    const button = el(
      'button',
      { type: 'button', class: 'call', 'data-call': call },
      el('span', { 'aria-hidden': 'true' }, marks[call]),
      el('strong', {}, words(call)),
      odds,
    )
    button.addEventListener('click', () => context.act({ type: call }))
    return { call, button, odds }
  })
  const skip = el('button', { type: 'button', class: 'skip' }, words('skip'))
  skip.addEventListener('click', () => context.act({ type: 'skip' }))
  const element = el(
    'div',
    { class: 'stepped hilo' },
    el(
      'div',
      { class: 'card-table' },
      el('div', { class: 'draw' }, trail, el('div', { class: 'lying' }, currentCard.element, skip)),
    ),
    el(
      'div',
      { class: 'side' },
      el(
        'div',
        { class: 'calls', role: 'group', 'aria-label': words('callShort') },
        ...calls.map(({ button }) => button),
      ),
      worth.element,
    ),
  )
  const winning = (card: number, call: Call) => (call === 'higher' ? ranks - (card % ranks) : (card % ranks) + 1)

  function drawTrail(state: HiloView) {
    const earlierCards = state.cards.slice(0, -1).map((card, index) => {
      const earlierCard = cardElement(context, card)
      return el(
        'li',
        {},
        earlierCard.element,
        el('span', { 'aria-label': words(state.calls[index]!) }, marks[state.calls[index]!]),
      )
    })
    trail.replaceChildren(...earlierCards)
    trail.scrollLeft = trail.scrollWidth
  }
  function draw(state: HiloView | null) {
    shown = state
    const card = state?.cards.at(-1)
    for (const { call, button, odds } of calls) {
      const factor = state?.[call] ?? null
      button.disabled = factor === null
      odds.textContent =
        factor === null || card === undefined
          ? '–'
          : words('chance', {
              chance: amounts.percent((winning(card, call) / ranks) * 100),
              multiplier: amounts.figure(factor, 4),
            })
    }
    skip.disabled = !state?.maySkip
    worth.write(state?.worth ?? { multiplier: 0, amount: 0, next: null }, null)
    if (state) drawTrail(state)
    else trail.replaceChildren()
  }
  function showCurrentCard(card: number | null) {
    currentCard.put(card)
    currentCard.element.removeAttribute('data-new')
    void currentCard.element.offsetWidth
    currentCard.element.toggleAttribute('data-new', card !== null)
    // Screen readers get the card once it lies on the table.
    set(currentCard.element, { 'aria-hidden': card === null ? null : 'true' })
  }

  async function show(round: StudioRound) {
    const state = round.progress!.view as HiloView
    const isNew = state.cards.length !== (shown?.cards.length ?? 0)
    if (isNew) {
      showCurrentCard(state.cards.at(-1)!)
      sound.stop(Math.min(state.calls.length, 10))
    }
    context.showLine('')
    await areDealt(element, pace)
    set(currentCard.element, { 'aria-hidden': null })
    currentCard.element.dataset.result = state.isLost ? 'lost' : state.worth.multiplier > 0 ? 'right' : 'none'
    draw(round.status === 'playing' ? state : paidOf(state, round))
    const card = cardName(context, state.cards.at(-1)!)
    if (round.status !== 'playing') {
      await pace.wait(state.isLost ? 450 : 100)
      announceEnd(context, round, words('wrong', { card }))
      shown = null
      return
    }
    const isRight = state.calls.at(-1) === 'higher' || state.calls.at(-1) === 'lower'
    context.showLine(
      isRight
        ? words('right', {
            card,
            multiplier: amounts.figure(state.worth.multiplier, 4),
            amount: amounts.written(state.worth.amount),
          })
        : words('firstCard', { card }),
    )
  }

  draw(null)
  return {
    element,
    choice: () => null,
    setStake: () => undefined,
    begin() {
      sound.start()
      showCurrentCard(null)
      delete currentCard.element.dataset.result
      draw(null)
    },
    finish: async () => undefined,
    abandon: () => draw(null),
    rest(outcome) {
      if (!('acts' in outcome)) return
      const state = outcome.view as HiloView
      draw(paidOf(state, outcome))
      currentCard.put(state.cards.at(-1)!)
      shown = null
    },
    steps: {
      show,
      lock: (isLocked) => {
        for (const button of [...calls.map((call) => call.button), skip])
          set(button, { 'aria-disabled': isLocked ? 'true' : null })
      },
      main: () =>
        shown && shown.worth.multiplier > 0
          ? { label: words('cashOut', { amount: amounts.written(shown.worth.amount) }), act: { type: 'cashOut' } }
          : { label: words('callShort'), act: null },
    },
  }
}
