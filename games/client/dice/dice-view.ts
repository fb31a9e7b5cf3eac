// The view of Dice: the controls, the roll, and the last results.

import type { DiceOutcome, Outcome } from '#games/slot-engine/outcome.ts'
import type { DiceDefinition } from '#games/studio-api.ts'
import { el } from '../dom.ts'
import { amountOf, rollLineNames, resultName } from '../results.ts'
import { prefersReducedMotion } from '../timing.ts'
import type { GameContext, GameView } from '../view.ts'
import { diceControls } from './dice-controls.ts'

const rollMs = 1_500

function announce(context: GameContext, { roll, payout }: DiceOutcome, staked: number) {
  const { words, amounts, showLine } = context
  const result = { payout, staked }
  const values = { roll: amounts.roll(roll), amount: amountOf(context, result) }
  showLine(words(rollLineNames[resultName(result)], values), payout > staked ? 'win' : 'plain')
}

/** Random figures shown until the roll is known; the studio alone decides the result. */
function blurOf(figure: HTMLElement, sides: number, format: (roll: number) => string) {
  let timer: ReturnType<typeof setInterval> | undefined
  let tick = 0
  return {
    start: () =>
      (timer = setInterval(
        () => (figure.textContent = prefersReducedMotion() ? '··.··' : format((tick += 3_719) % sides)),
        60,
      )),
    stop: () => clearInterval(timer),
  }
}

export function diceView(dice: DiceDefinition, context: GameContext): GameView {
  const { amounts, sound, pace } = context
  const controls = diceControls(dice, context)
  const { board } = controls
  const figure = el('output', { class: 'roll', dir: 'ltr', 'aria-live': 'off' }, amounts.roll(0))
  const blur = blurOf(figure, dice.sides, amounts.roll)
  const die = el('img', { class: 'die', src: context.pictures.die ?? '', alt: '' })
  const element = el(
    'div',
    { class: 'dice' },
    el('div', { class: 'roll-stage' }, die, figure),
    board.element,
    controls.element,
  )
  let started = 0

  function lock(isLocked: boolean) {
    controls.lock(isLocked)
    element.toggleAttribute('data-rolling', isLocked)
  }
  return {
    element,
    choice: controls.choice,
    drawn: (outcome) => amounts.roll((outcome as DiceOutcome).roll),
    setStake: controls.setStake,
    begin() {
      started = performance.now()
      delete element.dataset.result
      board.point(null, false)
      lock(true)
      sound.start()
      blur.start()
    },
    async finish(outcome: Outcome, stake) {
      const result = outcome as DiceOutcome
      await pace.wait(started + rollMs - performance.now())
      blur.stop()
      const from = Number(figure.textContent) * 100 || 0
      await pace.ramp(
        500,
        (share) => (figure.textContent = amounts.roll(Math.round(from + (result.roll - from) * share))),
      )
      element.removeAttribute('data-rolling')
      sound.stop(0)
      board.point(result.roll, result.isWin)
      element.dataset.result = result.payout > stake ? 'win' : 'none'
      announce(context, result, stake)
      lock(false)
    },
    abandon() {
      blur.stop()
      lock(false)
      figure.textContent = amounts.roll(0)
    },
    rest(outcome) {
      const result = outcome as DiceOutcome
      figure.textContent = amounts.roll(result.roll)
      controls.aim(result)
      board.point(result.roll, result.isWin)
    },
  }
}
