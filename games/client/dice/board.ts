// The dice board: a track of all rolls with the winning part marked, a handle for the target and a pointer for the
// roll.

import type { DiceDefinition } from '#games/studio-api.ts'
import { el } from '../dom.ts'
import type { GameContext } from '../view.ts'
import { nearest, targetOf, type Direction } from './odds.ts'

export type Board = {
  element: HTMLElement
  /** Moves the handle and the winning part. */
  aim(index: number, direction: Direction, label: string): void
  point(roll: number | null, isWin: boolean): void
  lock(isLocked: boolean): void
}

export type BoardContext = Pick<GameContext, 'words' | 'amounts'>

export function boardOf(dice: DiceDefinition, { words, amounts }: BoardContext, onAim: (index: number) => void): Board {
  const zone = el('div', { class: 'zone' })
  const handle = el('div', { class: 'handle' })
  const pointer = el('div', { class: 'pointer', hidden: true })
  const slider = el('input', {
    type: 'range',
    min: 0,
    max: dice.ladder.length - 1,
    step: 1,
    'aria-label': words('target'),
  })
  const marks = el(
    'div',
    { class: 'marks', 'aria-hidden': 'true' },
    ...[0, 25, 50, 75, 100].map((mark) => el('span', {}, String(mark))),
  )
  const track = el('div', { class: 'track' }, zone, handle, pointer, slider)
  const element = el('div', { class: 'board', dir: 'ltr' }, track, marks)
  let aimed: Direction = 'under'

  slider.addEventListener('input', () => onAim(Number(slider.value)))
  /**
   * The keyboard steps through the offered targets; pointers use the position, because the targets are not evenly
   * spaced.
   */
  function follow(event: PointerEvent) {
    if (slider.disabled) return
    const bounds = track.getBoundingClientRect()
    const roll = ((event.clientX - bounds.left) / bounds.width) * dice.sides
    onAim(nearest(dice, roll, (step) => targetOf(dice, step, aimed)))
  }
  track.addEventListener('pointerdown', (event) => {
    track.setPointerCapture(event.pointerId)
    follow(event)
    slider.focus()
  })
  track.addEventListener('pointermove', (event) => {
    if (track.hasPointerCapture(event.pointerId)) follow(event)
  })

  return {
    element,
    aim(index, direction, label) {
      aimed = direction
      const share = (targetOf(dice, dice.ladder[index]!, direction) / dice.sides) * 100
      slider.value = String(index)
      slider.setAttribute('aria-valuetext', label)
      zone.style.insetInline = direction === 'under' ? `0 ${100 - share}%` : `${share}% 0`
      handle.style.insetInlineStart = `${share}%`
      handle.dataset.direction = direction
    },
    point(roll, isWin) {
      pointer.hidden = roll === null
      if (roll === null) return
      pointer.style.insetInlineStart = `${roll / 100}%`
      pointer.dataset.result = isWin ? 'win' : 'none'
      pointer.textContent = amounts.roll(roll)
    },
    lock: (isLocked) => (slider.disabled = isLocked),
  }
}
