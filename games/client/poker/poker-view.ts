// The view of video poker: the paytable, five cards that can be held, and a hint on request.

import '#games/client/stepped/stepped.css'
import './poker.css'
import type { Act, PokerView } from '#contract/rounds.ts'
import { areDealt, cardElement, cardName } from '#games/client/cards/card.ts'
import { el, set } from '#games/client/dom.ts'
import { amountOf, resultName } from '#games/client/results.ts'
import type { GameContext, GameView } from '#games/client/view.ts'
import type { PokerDefinition, StudioRound } from '#games/studio-api.ts'
import { bestHold } from '#games/video-poker/best-hold.ts'
import type { PayOf } from '#games/video-poker/maths.ts'

const endNames = { won: 'endWon', stakeBack: 'endStakeBack', returned: 'endReturned', noWin: 'noWin' } as const

export function pokerView(context: GameContext, { pays }: PokerDefinition, payOf: PayOf): GameView {
  const { words, amounts, pace, session, sound } = context
  let shown: PokerView | null = null
  let held = new Set<number>()
  let isBeingDealt = false
  let stake = session.freeSpins?.stake ?? session.stakes.default

  const slots = [0, 1, 2, 3, 4].map((place) => {
    const card = cardElement(context, null)
    const mark = el('span', { class: 'mark', 'aria-hidden': 'true' }, words('hold'))
    const button = el(
      'button',
      { type: 'button', class: 'slot', 'aria-keyshortcuts': String(place + 1) },
      mark,
      card.element,
    )
    button.addEventListener('click', () => toggle(place))
    return { button, card }
  })
  const hand = el(
    'div',
    { class: 'hand', role: 'group', 'aria-label': words('hand') },
    ...slots.map(({ button }) => button),
  )
  const rows = pays.map(([name, multiplier]) => ({
    name,
    multiplier,
    amount: el('td'),
    row: el('tr', {}),
  }))
  for (const { name, amount, row } of rows) row.append(el('th', { scope: 'row' }, words(name)), amount)
  const table = el(
    'table',
    { class: 'pays-table' },
    el('caption', { class: 'unseen' }, words('paytable')),
    el('tbody', {}, ...rows.map(({ row }) => row)),
  )
  const hint = el('button', { type: 'button', class: 'hint-button' }, words('hint'))
  hint.addEventListener('click', () => {
    if (!isOpen()) return
    held = new Set(bestHold(shown!.cards, payOf))
    context.showLine(held.size > 0 ? words('hintIs', { count: held.size }) : words('hintNone'))
    drawHolds()
  })
  const element = el('div', { class: 'stepped poker' }, table, hand, hint)

  const isOpen = () => shown !== null && shown.held === null && !isBeingDealt
  function toggle(place: number) {
    if (!isOpen()) return
    if (!held.delete(place)) held.add(place)
    drawHolds()
  }
  function drawHolds() {
    for (const [place, { button }] of slots.entries()) {
      const card = shown?.cards[place]
      set(button, {
        'aria-pressed': String(held.has(place)),
        'aria-disabled': String(!isOpen()),
        'aria-label':
          card === undefined || isBeingDealt ? words('faceDown') : `${cardName(context, card)}, ${words('hold')}`,
      })
    }
    hint.disabled = !isOpen()
  }
  /** While cards are being dealt, screen readers do not get them, and the paytable marks nothing. */
  function draw(seen: PokerView | null, isDealing = false) {
    const before = shown?.cards
    shown = seen
    for (const [place, { card }] of slots.entries()) {
      const next = seen?.cards[place] ?? null
      if (before?.[place] === next) continue
      card.put(next)
      card.element.removeAttribute('data-new')
      void card.element.offsetWidth
      card.element.toggleAttribute('data-new', next !== null)
      card.element.style.animationDelay = `${place * 70}ms`
    }
    for (const { name, row } of rows) row.toggleAttribute('data-on', seen?.hand === name && !isDealing)
    isBeingDealt = isDealing
    drawHolds()
  }
  const writePays = () =>
    rows.forEach(({ amount, multiplier }) => (amount.textContent = amounts.written(stake * multiplier)))

  async function show(round: StudioRound) {
    const seen = round.progress!.view as PokerView
    const isOver = round.status !== 'playing'
    held = new Set(seen.held ?? [])
    context.showLine('')
    draw(seen, true)
    sound.stop(3)
    const name = seen.hand && words(seen.hand)
    await Promise.all([isOver && pace.wait(500), areDealt(hand, pace)])
    draw(seen)
    if (!isOver) return context.showLine(name ? words('chooseHoldsWith', { hand: name }) : words('chooseHolds'))
    const result = { payout: round.payout, staked: round.stake }
    const amount = amountOf(context, result)
    const isWin = round.payout > round.stake
    context.showLine(
      words(name ? endNames[resultName(result)] : 'noWin', { hand: name ?? '', amount }),
      isWin ? 'win' : 'plain',
    )
  }

  writePays()
  draw(null)
  return {
    element,
    choice: () => null,
    setStake(next) {
      stake = next
      writePays()
    },
    begin() {
      sound.start()
      held = new Set()
      draw(null)
    },
    finish: async () => undefined,
    abandon() {
      held = new Set()
      draw(null)
    },
    keys: Object.fromEntries(
      slots.map((_, place) => [String(place + 1), { word: words('hold'), run: () => toggle(place) }]),
    ),
    kept: {
      read: () => (isOpen() ? [...held].join() : null),
      restore(kept) {
        if (!isOpen() || kept === '') return
        held = new Set(
          kept
            .split(',')
            .map(Number)
            .filter((place) => place in slots),
        )
        drawHolds()
      },
    },
    rest(outcome) {
      if (!('acts' in outcome)) return
      const seen = outcome.view as PokerView
      held = new Set(seen.held ?? [])
      draw(seen)
    },
    steps: {
      show,
      main(): { label: string; act: Act } {
        return {
          label: words('drawCards'),
          act: { type: 'draw', hold: slots.map((_, place) => place).filter((place) => held.has(place)) },
        }
      },
    },
  }
}
