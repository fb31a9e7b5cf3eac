// The stake: two steppers and a list of the offered stakes.

import { el, icon } from '../dom.ts'
import type { GameContext } from '../view.ts'

export type StakePicker = { element: HTMLElement; value(): number; lock(isLocked: boolean): void }

export function stakePicker({ session, words, amounts }: GameContext, onChange: (stake: number) => void): StakePicker {
  const { ladder } = session.stakes
  const options = ladder.map((stake) => el('option', { value: stake }, amounts.written(stake)))
  const list = el('select', { id: 'stake' }, ...options)
  const less = el('button', { type: 'button', 'aria-label': words('lessStake') }, icon('minus'))
  const more = el('button', { type: 'button', 'aria-label': words('moreStake') }, icon('plus'))
  let isLocked = false

  function put(index: number) {
    list.selectedIndex = index
    refresh()
    onChange(ladder[index]!)
  }
  function refresh() {
    less.disabled = isLocked || list.selectedIndex <= 0
    more.disabled = isLocked || list.selectedIndex >= ladder.length - 1
    list.disabled = isLocked
  }
  less.addEventListener('click', () => put(list.selectedIndex - 1))
  more.addEventListener('click', () => put(list.selectedIndex + 1))
  list.addEventListener('change', () => put(list.selectedIndex))
  list.selectedIndex = Math.max(0, ladder.indexOf(session.stakes.default))
  refresh()

  return {
    element: el(
      'div',
      { class: 'stake' },
      el('label', { for: 'stake' }, words('stake')),
      el('div', { class: 'stepper' }, less, list, more),
    ),
    value: () => ladder[list.selectedIndex]!,
    lock(locked) {
      isLocked = locked
      refresh()
    },
  }
}
