// The view of baccarat: two hands dealt card by card, and the five positions to bet on.

import '#games/client/style/bets.css'
import './baccarat.css'
import type { BaccaratOutcome, FloorChoice, TableChoice } from '#contract/floor-rounds.ts'
import { cardElement } from '#games/client/cards/card.ts'
import { el, set } from '#games/client/dom.ts'
import { betBook, chipOf, roving } from '#games/client/floor/bet-book.ts'
import { floorView } from '#games/client/floor/floor-view.ts'
import { payoutTable } from '#games/client/floor/payouts.ts'
import { prefersReducedMotion } from '#games/client/timing.ts'
import type { GameContext, GameView } from '#games/client/view.ts'
import { oddsOf } from '../../odds.ts'
import { toDecimal } from '../../slot-engine/rational.ts'
import { baccaratPositions, maths } from '../maths.ts'
import { totalOf } from '../rules.ts'

const dealMs = 340
const pays = { player: 1, banker: 0.95, tie: 8, playerPair: 11, bankerPair: 11 } as const

type Side = 'player' | 'banker'

export function view(context: GameContext, _first: FloorChoice | null): GameView {
  const { words, amounts, pace, sound } = context
  const hands = { player: handOf('player'), banker: handOf('banker') }
  const spots = new Map(
    baccaratPositions.map((position) => {
      const button = el(
        'button',
        { type: 'button', class: 'position', 'data-position': position },
        el('strong', {}, words(`position_${position}`)),
        el('span', { dir: 'ltr' }, `${amounts.figure(pays[position])}:1`),
      )
      button.addEventListener('click', () => {
        mark(null)
        book.add([position])
      })
      return [position, button] as const
    }),
  )
  const table = el('div', { class: 'positions', role: 'group', 'aria-label': words('positions') }, ...spots.values())
  roving(table, [...spots.values()])
  const book = betBook({
    ...context,
    isPosition: (position) => baccaratPositions.some((each) => each === position),
    onChange(placed) {
      for (const [position, spot] of spots) {
        spot.querySelector('.chip')?.remove()
        const amount = placed.get(position)
        set(spot, { 'aria-label': amount ? `${words(`position_${position}`)} · ${amounts.written(amount)}` : null })
        if (amount) spot.append(chipOf(amount, context))
      }
    },
  })

  function handOf(side: Side) {
    const cards = el('div', { class: 'cards places', dir: 'ltr' })
    const total = el('span', { class: 'total', dir: 'ltr' })
    const element = el(
      'div',
      { class: 'hand', 'data-side': side },
      el('p', {}, words(`position_${side}`), ' ', total),
      cards,
    )
    return { element, cards, total }
  }
  const cardOf = (card: number) => cardElement(context, card).element
  function showTotal(side: Side, cards: readonly number[]) {
    hands[side].total.textContent = cards.length ? String(totalOf(cards)) : ''
  }
  function clear() {
    for (const side of ['player', 'banker'] as const) {
      hands[side].cards.replaceChildren()
      showTotal(side, [])
    }
    mark(null)
  }
  function mark(outcome: BaccaratOutcome | null) {
    const isWinner: Record<string, boolean> = outcome
      ? {
          [outcome.winner]: true,
          playerPair: outcome.isPlayerPair,
          bankerPair: outcome.isBankerPair,
        }
      : {}
    for (const [position, spot] of spots) spot.toggleAttribute('data-hit', isWinner[position] === true)
    for (const side of ['player', 'banker'] as const)
      hands[side].element.toggleAttribute('data-hit', outcome?.winner === side)
  }
  async function deal(side: Side, card: number, dealt: number[]) {
    const element = cardOf(card)
    hands[side].cards.append(element)
    const moving = element.animate(
      [
        { transform: 'translateY(-60px) rotate(-8deg)', opacity: 0 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: prefersReducedMotion() ? 0 : dealMs, easing: 'cubic-bezier(0.2, 0.9, 0.3, 1)' },
    )
    sound.stop(dealt.length)
    await pace.ended(moving)
    dealt.push(card)
    showTotal(side, dealt)
  }

  const cardsOfBoth = el('div', { class: 'hands' }, hands.player.element, hands.banker.element)
  const picture = el('div', { class: 'picture' }, cardsOfBoth, table)
  const base = floorView<TableChoice, BaccaratOutcome>('baccarat', context, {
    picture,
    options: el('div', { class: 'options' }, book.element),
    suspenseMs: 200,
    choice: () => ({ bets: book.bets() }),
    setStake: book.setChip,
    start: () => undefined,
    clear,
    async show(outcome) {
      // Screen readers get the cards and totals with the result, not before the last card.
      set(cardsOfBoth, { 'aria-hidden': 'true' })
      const dealt = { player: [] as number[], banker: [] as number[] }
      for (let at = 0; at < 3; at++)
        for (const side of ['player', 'banker'] as const) {
          const card = outcome[side][at]
          if (card === undefined) continue
          if (at === 2) await pace.wait(350)
          await deal(side, card, dealt[side])
        }
      set(cardsOfBoth, { 'aria-hidden': null })
      mark(outcome)
    },
    rest(outcome) {
      clear()
      for (const side of ['player', 'banker'] as const) {
        hands[side].cards.append(...outcome[side].map(cardOf))
        showTotal(side, outcome[side])
      }
      mark(outcome)
    },
    result: ({ winner, player, banker }) =>
      words(`result_${winner}`, { player: totalOf(player), banker: totalOf(banker) }),
    payouts: (stake) =>
      payoutTable(
        words('payoutsAt', { stake: amounts.written(stake) }),
        [words('bet'), words('chance'), words('paysShort'), words('rtp')],
        baccaratPositions.map((position) => {
          const bets = [{ position, amount: stake }]
          const { rtp } = oddsOf(maths, { bets }, stake)
          const results = maths.payouts({ bets }, stake)
          const most = Math.max(...results.map(({ payout }) => payout))
          const all = results.reduce((sum, { ways }) => sum + ways, 0n)
          const winning = results.reduce((sum, { payout, ways }) => (payout === most ? sum + ways : sum), 0n)
          return [
            words(`position_${position}`),
            amounts.percent(toDecimal({ numerator: winning * 100n, denominator: all }, 2)),
            amounts.written(most),
            amounts.percent(toDecimal({ numerator: rtp.numerator * 100n, denominator: rtp.denominator }, 2)),
          ]
        }),
      ),
  })
  return {
    ...base,
    total: book.total,
    limit: book.limit,
    missing: book.missing,
    kept: book.kept,
  }
}
