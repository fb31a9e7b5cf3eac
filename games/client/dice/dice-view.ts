// Dice on the screen: choose under or over and a target, see chance and payout, watch the roll.

import type { DiceChoice, DiceOutcome, Outcome } from '#games/slot-engine/outcome.ts'
import type { DiceDefinition } from '#games/studio-api.ts'
import { el, icon, set } from '../dom.ts'
import { isCalm, ramp, wait } from '../timing.ts'
import type { GameContext, GameView } from '../view.ts'
import { boardOf } from './board.ts'
import { fieldOf } from './field.ts'
import { chanceOf, nearest, targetOf, written, type Direction, type Step } from './odds.ts'

const remembered = 8
const rollMs = 1_500

export function diceView(dice: DiceDefinition, context: GameContext): GameView {
  const { words, amounts, sound, session, say } = context
  let index = nearest(dice, dice.defaultWinCount, (step) => step.winCount)
  let direction: Direction = 'under'
  let stake = session.stakes.default
  let started = 0
  let rolling = 0

  const figure = el('output', { class: 'roll', dir: 'ltr' }, written(0))
  const die = el('img', { class: 'die', src: context.pictures.die ?? '', alt: '' })
  const past = el('ol', { class: 'past', 'aria-label': words('lastRolls'), dir: 'ltr' })
  const board = boardOf(dice, words, aimAt)
  const sides = (['under', 'over'] as const).map((side) => {
    const button = el('button', { type: 'button' }, words(side))
    button.addEventListener('click', () => {
      direction = side
      aimAt(index)
    })
    return { side, button }
  })
  const byTarget = fieldOf(words('target'), (wish) => aimAt(nearest(dice, wish * 100, (step) => targetOf(dice, step, direction))))
  const byChance = fieldOf(words('chance'), (wish) => aimAt(nearest(dice, wish, (step) => chanceOf(dice, step))), '%')
  const byMultiplier = fieldOf(words('multiplier'), (wish) => aimAt(nearest(dice, wish, (step) => step.multiplier)), '×')
  const profit = el('strong', {})
  const controls = el(
    'div',
    { class: 'odds' },
    el('div', { class: 'sides', role: 'group', 'aria-label': words('direction') }, ...sides.map(({ button }) => button)),
    byTarget.element,
    byChance.element,
    byMultiplier.element,
    el('p', { class: 'pays' }, words('paysOnWin'), ' ', profit),
  )
  const element = el('div', { class: 'dice' }, past, el('div', { class: 'roll-stage' }, die, figure), board.element)

  function aimAt(next: number) {
    if (rolling) return
    index = next
    const step = dice.ladder[index]!
    const target = written(targetOf(dice, step, direction))
    board.aim(index, direction, words('aim', { side: words(direction), target, chance: amounts.figure(chanceOf(dice, step)), multiplier: amounts.figure(step.multiplier) }))
    byTarget.write(target)
    byChance.write(chanceOf(dice, step).toFixed(2).replace(/\.?0+$/, ''))
    byMultiplier.write(String(step.multiplier))
    sides.forEach(({ side, button }) => set(button, { 'aria-pressed': String(side === direction) }))
    writeProfit(step)
  }
  const writeProfit = (step: Step) => (profit.textContent = amounts.written((stake / 10) * Math.round(step.multiplier * 10)))

  function lock(isLocked: boolean) {
    board.lock(isLocked)
    for (const control of controls.querySelectorAll<HTMLInputElement | HTMLButtonElement>('input, button')) control.disabled = isLocked
    element.toggleAttribute('data-rolling', isLocked)
  }

  function halt() {
    clearInterval(rolling)
    rolling = 0
    lock(false)
  }

  function remember({ roll, isWin }: DiceOutcome) {
    past.prepend(el('li', { 'data-result': isWin ? 'win' : 'none' }, icon(isWin ? 'check' : 'cross'), el('span', { class: 'unseen' }, words(isWin ? 'rollWon' : 'rollLost')), ` ${written(roll)}`))
    while (past.children.length > remembered) past.lastElementChild!.remove()
  }

  aimAt(index)
  return {
    element,
    controls,
    choice: (): DiceChoice => ({ target: targetOf(dice, dice.ladder[index]!, direction), direction }),
    setStake(next) {
      stake = next
      writeProfit(dice.ladder[index]!)
    },
    begin() {
      started = performance.now()
      delete element.dataset.result
      board.point(null, false)
      lock(true)
      sound.start()
      let tick = 0
      // Only a blur for the eye: the studio alone decides the roll.
      rolling = window.setInterval(() => (figure.textContent = isCalm() ? '··.··' : written((tick += 3_719) % dice.sides)), 60)
    },
    async finish(outcome: Outcome, placed) {
      const result = outcome as DiceOutcome
      await wait(started + rollMs - performance.now())
      clearInterval(rolling)
      const from = Number(figure.textContent) * 100 || 0
      await ramp(500, (share) => (figure.textContent = written(Math.round(from + (result.roll - from) * share))))
      sound.stop(0)
      board.point(result.roll, result.isWin)
      element.dataset.result = result.isWin && result.payout > placed ? 'win' : 'none'
      remember(result)
      const values = { roll: written(result.roll), amount: amounts.written(result.payout) }
      if (result.payout > placed) {
        sound.win(result.payout / placed)
        say(words('rolledAndWon', values), 'win')
      } else say(words(result.isWin ? 'rolledAndReturned' : 'rolled', values))
      await wait(started + session.game.cycleMs - performance.now())
      halt()
    },
    abandon() {
      halt()
      figure.textContent = written(0)
    },
    rest(outcome) {
      const result = outcome as DiceOutcome
      figure.textContent = written(result.roll)
      direction = result.direction
      aimAt(nearest(dice, result.target, (step) => targetOf(dice, step, result.direction)))
      board.point(result.roll, result.isWin)
    },
  }
}
