// The dice controls: under or over, and target, chance and multiplier, of which the player sets one and the others
// follow.

import type { DiceChoice } from '#games/slot-engine/outcome.ts'
import type { DiceDefinition } from '#games/studio-api.ts'
import { el, set } from '../dom.ts'
import type { GameContext } from '../view.ts'
import { boardOf, type Board } from './board.ts'
import { fieldOf } from './field.ts'
import { chanceOf, nearest, targetOf, type Direction } from './odds.ts'

export type DiceControls = {
  element: HTMLElement
  board: Board
  choice(): DiceChoice
  aim(choice: DiceChoice): void
  setStake(stake: number): void
  lock(isLocked: boolean): void
}

export function diceControls(dice: DiceDefinition, { words, amounts, session }: GameContext): DiceControls {
  let index = nearest(dice, dice.defaultWinCount, (step) => step.winCount)
  let direction: Direction = 'under'
  let stake = session.freeSpins?.stake ?? session.stakes.default
  let isLocked = false
  const step = () => dice.ladder[index]!
  const board = boardOf(dice, { words, amounts }, aimAt)
  const byTarget = fieldOf(words('target'), (wish) =>
    aimAt(nearest(dice, wish * 100, (one) => targetOf(dice, one, direction))),
  )
  const byChance = fieldOf(words('chance'), (wish) => aimAt(nearest(dice, wish, (one) => chanceOf(dice, one))), '%')
  const byMultiplier = fieldOf(words('multiplier'), (wish) => aimAt(nearest(dice, wish, (one) => one.multiplier)), '×')
  const paid = el('strong', {})
  const sides = (['under', 'over'] as const).map((side) => {
    const button = el('button', { type: 'button' }, words(side))
    button.addEventListener('click', () => {
      direction = side
      aimAt(index)
    })
    return { side, button }
  })
  const group = el(
    'div',
    { class: 'sides', role: 'group', 'aria-label': words('direction') },
    ...sides.map(({ button }) => button),
  )
  const element = el(
    'div',
    { class: 'odds' },
    group,
    byTarget.element,
    byChance.element,
    byMultiplier.element,
    el('p', { class: 'pays' }, words('paysOnWin'), ' ', paid),
  )

  function aimAt(next: number) {
    if (isLocked) return
    index = next
    const target = amounts.roll(targetOf(dice, step(), direction))
    board.aim(
      index,
      direction,
      words('aim', {
        side: words(direction),
        target,
        chance: amounts.percent(chanceOf(dice, step())),
        multiplier: amounts.figure(step().multiplier),
      }),
    )
    byTarget.write(target)
    byChance.write(amounts.typed(chanceOf(dice, step())))
    byMultiplier.write(amounts.typed(step().multiplier))
    sides.forEach(({ side, button }) => set(button, { 'aria-pressed': String(side === direction) }))
    writePaid()
  }
  // This is exact, because multipliers have at most one decimal and stakes are multiples of ten.
  const writePaid = () => (paid.textContent = amounts.written((stake / 10) * Math.round(step().multiplier * 10)))

  aimAt(index)
  return {
    element,
    board,
    choice: () => ({ target: targetOf(dice, step(), direction), direction }),
    aim(choice) {
      direction = choice.direction
      aimAt(nearest(dice, choice.target, (one) => targetOf(dice, one, choice.direction)))
    },
    setStake(next) {
      stake = next
      writePaid()
    },
    lock(locked) {
      isLocked = locked
      board.lock(locked)
      for (const control of element.querySelectorAll<HTMLInputElement | HTMLButtonElement>('input, button'))
        control.disabled = locked
    },
  }
}
