// Dice on screen: the controls, the roll, and the last results.

import type { DiceOutcome, Outcome } from '#games/slot-engine/outcome.ts'
import type { DiceDefinition } from '#games/studio-api.ts'
import { el, icon } from '../dom.ts'
import { isCalm, ramp, wait } from '../timing.ts'
import type { GameContext, GameView } from '../view.ts'
import { deskOf } from './desk.ts'
import { written } from './odds.ts'

const remembered = 8
const rollMs = 1_500

function pastOf({ words }: GameContext) {
  const element = el('ol', { class: 'past', 'aria-label': words('lastRolls'), dir: 'ltr' })
  return {
    element,
    add({ roll, isWin }: DiceOutcome) {
      element.prepend(
        el(
          'li',
          { 'data-result': isWin ? 'win' : 'none' },
          icon(isWin ? 'check' : 'cross'),
          el('span', { class: 'unseen' }, words(isWin ? 'rollWon' : 'rollLost')),
          ` ${written(roll)}`,
        ),
      )
      while (element.children.length > remembered) element.lastElementChild!.remove()
    },
  }
}

function announce({ words, amounts, sound, say }: GameContext, { roll, isWin, payout }: DiceOutcome, stake: number) {
  const values = { roll: written(roll), amount: amounts.written(payout) }
  if (payout <= stake) return say(words(isWin ? 'rolledAndReturned' : 'rolled', values))
  sound.win(payout / stake)
  say(words('rolledAndWon', values), 'win')
}

/** Random figures shown until the roll is known; the studio alone decides the result. */
function blurOf(figure: HTMLElement, sides: number) {
  let timer: ReturnType<typeof setInterval> | undefined
  let tick = 0
  return {
    start: () =>
      (timer = setInterval(() => (figure.textContent = isCalm() ? '··.··' : written((tick += 3_719) % sides)), 60)),
    stop: () => clearInterval(timer),
  }
}

export function diceView(dice: DiceDefinition, context: GameContext): GameView {
  const { sound, session } = context
  const desk = deskOf(dice, context)
  const { board } = desk
  const figure = el('output', { class: 'roll', dir: 'ltr' }, written(0))
  const past = pastOf(context)
  const blur = blurOf(figure, dice.sides)
  const die = el('img', { class: 'die', src: context.pictures.die ?? '', alt: '' })
  const element = el(
    'div',
    { class: 'dice' },
    past.element,
    el('div', { class: 'roll-stage' }, die, figure),
    board.element,
  )
  let started = 0

  function lock(isLocked: boolean) {
    desk.lock(isLocked)
    element.toggleAttribute('data-rolling', isLocked)
  }
  return {
    element,
    controls: desk.element,
    choice: desk.choice,
    setStake: desk.setStake,
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
      await wait(started + rollMs - performance.now())
      blur.stop()
      const from = Number(figure.textContent) * 100 || 0
      await ramp(500, (share) => (figure.textContent = written(Math.round(from + (result.roll - from) * share))))
      element.removeAttribute('data-rolling')
      sound.stop(0)
      board.point(result.roll, result.isWin)
      element.dataset.result = result.payout > stake ? 'win' : 'none'
      past.add(result)
      announce(context, result, stake)
      await wait(started + session.game.cycleMs - performance.now())
      lock(false)
    },
    abandon() {
      blur.stop()
      lock(false)
      figure.textContent = written(0)
    },
    rest(outcome) {
      const result = outcome as DiceOutcome
      figure.textContent = written(result.roll)
      desk.aim(result)
      board.point(result.roll, result.isWin)
    },
  }
}
