// Limbo on screen: a balloon climbs past the target, or stops below it.

import './limbo.css'
import type { FloorChoice, LimboChoice, LimboOutcome } from '#contract/floor-rounds.ts'
import { el } from '#games/client/dom.ts'
import { fieldOf } from '#games/client/dice/field.ts'
import { floorView } from '#games/client/floor/floor-view.ts'
import { optionGroup } from '#games/client/floor/options.ts'
import { payoutTable } from '#games/client/floor/payouts.ts'
import type { GameContext, GameView } from '#games/client/view.ts'
import { highestTarget, lowestTarget } from '../maths.ts'

const shortcuts = [1.5, 2, 3, 5, 10, 100]
const returned = 99

/** Percent of the picture's height: each tenfold is as high as the one before. */
const heightOf = (multiplier: number) => Math.min(94, 14 + (Math.log10(multiplier) / 3.2) * 78)
const nearest = (wish: number) => Math.min(highestTarget, Math.max(lowestTarget, Math.round(wish * 10) / 10))

export function view(context: GameContext, first: FloorChoice | null): GameView {
  const { words, amounts, pace, session, pictures } = context
  let { target } = first as LimboChoice
  let stake = session.freeSpins?.stake ?? session.stakes.default
  const times = (value: number) => `${amounts.figure(value)}×`
  const exact = (value: number) =>
    value < 1_000 ? `${amounts.fixed(value, 2)}×` : `${amounts.figure(Math.floor(value), 0)}×`

  const balloon = el('img', { class: 'balloon', src: pictures.balloon ?? '', alt: '' })
  const figure = el('output', { class: 'reached', dir: 'ltr' }, exact(1))
  const line = el('div', { class: 'target-line' }, el('span', { dir: 'ltr' }))
  const picture = el('div', { class: 'picture climb', 'aria-hidden': 'true' }, line, balloon, figure)
  const paid = el('strong', {})
  const byTarget = fieldOf(words('target'), aim, '×')
  const byChance = fieldOf(words('chance'), (wish) => aim(wish > 0 ? returned / wish : highestTarget), '%')
  const presets = optionGroup(
    words('targets'),
    shortcuts.map((value) => ({ value, label: times(value) })),
    target,
    aim,
  )
  presets.element.classList.add('wide')
  const options = el(
    'div',
    { class: 'options' },
    presets.element,
    byTarget.element,
    byChance.element,
    el('p', { class: 'pays' }, words('paysOnWin'), ' ', paid),
  )

  function aim(wish: number) {
    target = nearest(wish)
    byTarget.write(amounts.typed(target))
    byChance.write(amounts.typed(returned / target))
    presets.put(target)
    line.style.insetBlockEnd = `${heightOf(target)}%`
    line.firstElementChild!.textContent = times(target)
    writePaid()
  }
  // Targets have one decimal at most and stakes divide by ten, so this is exact.
  const writePaid = () => (paid.textContent = amounts.written((stake / 10) * Math.round(target * 10)))
  function put(reached: number) {
    figure.textContent = exact(reached)
    balloon.style.setProperty('--height', `${heightOf(reached)}%`)
  }
  aim(target)
  put(1)

  return floorView<LimboChoice, LimboOutcome>('limbo', context, {
    picture,
    options,
    suspenseMs: 350,
    choice: () => ({ target }),
    setStake(next) {
      stake = next
      writePaid()
    },
    start: () => undefined,
    clear: () => put(1),
    async show({ reached }) {
      const rise = Math.log(reached)
      await pace.ramp(500 + Math.min(1_400, rise * 420), (share) =>
        put(share === 1 ? reached : Math.floor(Math.exp(rise * share) * 100) / 100),
      )
    },
    rest(outcome) {
      aim(outcome.target)
      put(outcome.reached)
    },
    result: ({ reached }) => exact(reached),
    payouts: (at) =>
      payoutTable(
        words('payoutsAt', { stake: amounts.written(at) }),
        [words('target'), words('chance'), words('paysShort'), words('rtp')],
        [...shortcuts, highestTarget].map((value) => [
          times(value),
          amounts.percent(returned / value),
          amounts.written((at / 10) * Math.round(value * 10)),
          amounts.percent(returned),
        ]),
      ),
  })
}
