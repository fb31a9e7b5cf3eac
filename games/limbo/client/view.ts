// The view of Limbo: a balloon climbs past the target, or stops below it.

import './limbo.css'
import type { FloorChoice, LimboChoice, LimboOutcome } from '#contract/floor-rounds.ts'
import { el } from '#games/client/dom.ts'
import { fieldOf } from '#games/client/dice/field.ts'
import { floorView } from '#games/client/floor/floor-view.ts'
import { optionGroup } from '#games/client/floor/options.ts'
import { payoutTable } from '#games/client/floor/payouts.ts'
import type { GameContext, GameView } from '#games/client/view.ts'
import { highestTarget, lowestTarget, maths } from '../maths.ts'

const shortcuts = [1.5, 2, 3, 5, 10, 100]
const rtp = 99

/** In percent of the picture's height, on a logarithmic scale. */
const heightOf = (multiplier: number) => Math.min(94, 14 + (Math.log10(multiplier) / 3.2) * 78)
/** The nearest target that the game offers. */
const nearestTarget = (value: number) => Math.min(highestTarget, Math.max(lowestTarget, Math.round(value * 10) / 10))

export function view(context: GameContext, first: FloorChoice | null): GameView {
  const { words, amounts, pace, session, pictures } = context
  let { target } = first as LimboChoice
  let stake = session.freeSpins?.stake ?? session.stakes.default
  const times = (value: number) => `${amounts.figure(value)}×`
  const reachedText = (value: number) =>
    value < 1_000 ? `${amounts.fixed(value, 2)}×` : `${amounts.figure(Math.floor(value), 0)}×`

  const balloon = el('img', { class: 'balloon', src: pictures.balloon ?? '', alt: '' })
  const figure = el('output', { class: 'reached', dir: 'ltr' }, reachedText(1))
  const line = el('div', { class: 'target-line' }, el('span', { dir: 'ltr' }))
  const picture = el('div', { class: 'picture climb', 'aria-hidden': 'true' }, line, balloon, figure)
  const payout = el('strong', {})
  const targetField = fieldOf(words('target'), setTarget, '×')
  const chanceField = fieldOf(words('chance'), (percent) => setTarget(percent > 0 ? rtp / percent : highestTarget), '%')
  const presets = optionGroup(
    words('targets'),
    shortcuts.map((value) => ({ value, label: times(value) })),
    target,
    setTarget,
  )
  presets.element.classList.add('wide')
  const options = el(
    'div',
    { class: 'options' },
    presets.element,
    targetField.element,
    chanceField.element,
    el('p', { class: 'pays' }, words('paysOnWin'), ' ', payout),
  )

  function setTarget(value: number) {
    target = nearestTarget(value)
    targetField.write(amounts.typed(target))
    chanceField.write(amounts.typed(rtp / target))
    presets.put(target)
    line.style.insetBlockEnd = `${heightOf(target)}%`
    line.firstElementChild!.textContent = times(target)
    writePayout()
  }
  // This is exact, because targets have at most one decimal and stakes are multiples of ten.
  const writePayout = () => (payout.textContent = amounts.written((stake / 10) * Math.round(target * 10)))
  function showMultiplier(multiplier: number) {
    figure.textContent = reachedText(multiplier)
    balloon.style.setProperty('--height', `${heightOf(multiplier)}%`)
  }
  setTarget(target)
  showMultiplier(1)

  return floorView<LimboChoice, LimboOutcome>('limbo', context, {
    picture,
    options,
    suspenseMs: 350,
    choice: () => ({ target }),
    setStake(next) {
      stake = next
      writePayout()
    },
    start: () => undefined,
    clear: () => showMultiplier(1),
    async show({ reached }) {
      const rise = Math.log(reached)
      await pace.ramp(500 + Math.min(1_400, rise * 420), (share) =>
        showMultiplier(share === 1 ? reached : Math.floor(Math.exp(rise * share) * 100) / 100),
      )
    },
    rest(outcome) {
      setTarget(outcome.target)
      showMultiplier(outcome.reached)
    },
    result: ({ reached }) => reachedText(reached),
    maths,
    payouts: (at) =>
      payoutTable(
        words('payoutsAt', { stake: amounts.written(at) }),
        [words('target'), words('chance'), words('paysShort'), words('rtp')],
        [...shortcuts, highestTarget].map((value) => [
          times(value),
          amounts.percent(rtp / value),
          amounts.written((at / 10) * Math.round(value * 10)),
          amounts.percent(rtp),
        ]),
      ),
  })
}
