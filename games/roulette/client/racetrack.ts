// The racetrack: the numbers in the order of the wheel, each a bet on it and its neighbours, and the classic sections.

import { roving } from '#games/client/floor/bet-book.ts'
import { optionGroup } from '#games/client/floor/options.ts'
import { el } from '#games/client/dom.ts'
import type { GameContext } from '#games/client/view.ts'
import { positions, sections, wheelOrder } from '../positions.ts'
import { colourOf } from './table.ts'

const sides = [0, 1, 2, 3, 4]

export type Racetrack = { element: HTMLElement; write(amounts: ReadonlyMap<string, number>): void }

export function racetrackOf({ words }: GameContext, onBet: (positions: readonly string[]) => void): Racetrack {
  const neighbours = optionGroup(
    words('neighbours'),
    sides.map((value) => ({ value, label: String(value) })),
    2,
    () => undefined,
  )
  const size = wheelOrder.length
  const numbers = wheelOrder.map((number, at) => {
    const button = el(
      'button',
      {
        type: 'button',
        class: 'track-number',
        'data-colour': colourOf(number),
        'aria-label': words('neighboursOf', { number }),
      },
      String(number),
    )
    const angle = (at / size) * 2 * Math.PI - Math.PI / 2
    button.style.insetInlineStart = `calc(50% + ${Math.cos(angle).toFixed(4)} * (50% - var(--half)))`
    button.style.insetBlockStart = `calc(50% + ${Math.sin(angle).toFixed(4)} * (50% - var(--half)))`
    button.addEventListener('click', () => {
      const reach = neighbours.value()
      onBet(Array.from({ length: reach * 2 + 1 }, (_, index) => String(wheelOrder[(at + index - reach + size) % size])))
    })
    return button
  })
  const track = el(
    'div',
    { class: 'track-ring', role: 'group', 'aria-label': words('racetrack'), dir: 'ltr' },
    ...numbers,
  )
  roving(track, numbers)
  const element = el(
    'div',
    { class: 'racetrack', hidden: true },
    track,
    el(
      'div',
      { class: 'track-middle' },
      el(
        'div',
        { class: 'sections' },
        ...Object.entries(sections).map(([name, chips]) => {
          const button = el('button', { type: 'button' }, words(`section_${name}`))
          button.addEventListener('click', () => onBet(chips))
          return button
        }),
      ),
      neighbours.element,
    ),
  )
  return {
    element,
    /** Marks the numbers that a bet inside covers. */
    write(amounts) {
      const inside = [...amounts.keys()].filter((position) => /^\d/.test(position))
      for (const [at, button] of numbers.entries())
        button.toggleAttribute(
          'data-bet',
          inside.some((position) => positions.get(position)!.includes(wheelOrder[at]!)),
        )
    },
  }
}
