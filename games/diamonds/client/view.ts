// The view of Diamonds: five gems set one after the other, and the hands with their multipliers.

import './diamonds.css'
import type { DiamondsOutcome, FloorChoice } from '#contract/floor-rounds.ts'
import { el, set } from '#games/client/dom.ts'
import { floorView } from '#games/client/floor/floor-view.ts'
import { payoutTable } from '#games/client/floor/payouts.ts'
import { prefersReducedMotion } from '#games/client/timing.ts'
import type { GameContext, GameView } from '#games/client/view.ts'
import { payoutOf } from '../../maths.ts'
import { gems, hands, maths, multipliers, waysOf } from '../maths.ts'

const eachMs = 330
const all = Object.values(waysOf).reduce((sum, ways) => sum + ways, 0)

/** The pattern of each hand: equal letters are gems of one colour. */
const patterns = {
  five: 'aaaaa',
  four: 'aaaa-',
  fullHouse: 'aaabb',
  three: 'aaa--',
  twoPairs: 'aabb-',
  pair: 'aa---',
  none: '-----',
}

export function view(context: GameContext, _first: FloorChoice | null): GameView {
  const { words, amounts, pace, pictures, sound } = context
  const times = (value: number) => `${amounts.figure(value)}×`

  const slots = Array.from({ length: gems }, () =>
    el('div', { class: 'gem-slot' }, el('img', { alt: '', hidden: true })),
  )
  const row = el('div', { class: 'gem-row', dir: 'ltr', role: 'img' }, ...slots)
  const list = el(
    'ul',
    { class: 'hands' },
    ...hands
      .filter((hand) => multipliers[hand] > 0)
      .map((hand) =>
        el(
          'li',
          { 'data-hand': hand },
          el(
            'span',
            { class: 'pattern', 'aria-hidden': 'true', dir: 'ltr' },
            ...[...patterns[hand]].map((letter) => el('i', { 'data-gem': letter })),
          ),
          el('span', {}, words(`hand_${hand}`)),
          el('strong', { dir: 'ltr' }, times(multipliers[hand])),
        ),
      ),
  )
  const picture = el('div', { class: 'picture' }, row)

  function mark(outcome: DiamondsOutcome | null) {
    for (const [place, slot] of slots.entries()) {
      const colour = outcome?.gems[place]
      const isPart = outcome && outcome.gems.filter((each) => each === colour).length > 1
      slot.toggleAttribute('data-part', Boolean(isPart && outcome.multiplier > 0))
    }
    for (const item of list.children)
      item.toggleAttribute('data-hit', (item as HTMLElement).dataset.hand === outcome?.hand)
    set(row, {
      'aria-label': outcome ? outcome.gems.map((colour) => words(`gem${colour}`)).join(', ') : words('gems'),
    })
  }
  function showGem(place: number, colour: number | null) {
    const img = slots[place]!.firstElementChild as HTMLImageElement
    img.hidden = colour === null
    if (colour !== null) img.src = pictures[`gem${colour}`] ?? ''
    return img
  }
  const clear = () => {
    slots.forEach((_, place) => showGem(place, null))
    mark(null)
  }
  mark(null)

  return floorView<null, DiamondsOutcome>('diamonds', context, {
    picture,
    options: list,
    suspenseMs: 150,
    choice: () => null,
    start: () => undefined,
    clear,
    async show(outcome) {
      for (const [place, colour] of outcome.gems.entries()) {
        const falling = showGem(place, colour).animate(
          [
            { transform: 'translateY(-70%) scale(1.25)', opacity: 0 },
            { transform: 'none', opacity: 1 },
          ],
          { duration: prefersReducedMotion() ? 0 : eachMs, easing: 'cubic-bezier(0.2, 1.3, 0.5, 1)' },
        )
        await pace.ended(falling)
        sound.stop(place)
      }
      mark(outcome)
    },
    rest(outcome) {
      outcome.gems.forEach((colour, place) => showGem(place, colour))
      mark(outcome)
    },
    result: ({ hand }) => words(`hand_${hand}`),
    payouts: (stake) =>
      payoutTable(
        words('payoutsAt', { stake: amounts.written(stake) }),
        [words('hand'), words('multiplier'), words('oneIn'), words('paysShort')],
        hands.map((hand) => [
          words(`hand_${hand}`),
          times(multipliers[hand]),
          amounts.figure(all / waysOf[hand], 1),
          amounts.written(payoutOf(stake, multipliers[hand], maths.unit)),
        ]),
      ),
  })
}
