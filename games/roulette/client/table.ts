// The felt: 37 numbers, the bets on lines between them, dozens, columns and even chances. It is horizontal on wide pictures
// and vertical on tall ones.

import { chipOf, roving } from '#games/client/floor/bet-book.ts'
import { el } from '#games/client/dom.ts'
import type { GameContext } from '#games/client/view.ts'
import { columns, dozens, evenChances, factorOf, insidePositions, positions, redNumbers } from '../positions.ts'

export type Felt = {
  element: HTMLElement
  write(amounts: ReadonlyMap<string, number>): void
  /** Marks the winning number and the bets on it. */
  mark(pocket: number | null): void
}

const along = (number: number) => Math.ceil(number / 3)
const lane = (number: number) => (number - 1) % 3
const average = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The position of an inside bet that covers several numbers, in percent of the field along (from zero) and across. */
function spotPosition(numbers: readonly number[]): [u: number, v: number] {
  const others = numbers.filter((number) => number > 0)
  const isOuter =
    numbers.length === 6 || (numbers.length === 3 && numbers[0] !== 0) || (others[2] === 3 && numbers.length === 4)
  const u = numbers[0] === 0 ? 0.5 : average(numbers.map(along))
  return [((u + 0.5) / 13) * 100, isOuter ? 0 : ((average(others.map(lane)) + 0.5) / 3) * 100]
}

export const colourOf = (number: number) => (number === 0 ? 'zero' : redNumbers.has(number) ? 'red' : 'black')

export function feltOf(context: GameContext, onBet: (position: string) => void): Felt {
  const { words } = context
  const buttons = new Map<string, HTMLElement>()
  const kinds: Record<number, string> = { 2: 'split', 3: 'street', 4: 'corner', 6: 'line' }

  function button(position: string, label: string, text: string, attributes: Record<string, string>) {
    const pays = `${factorOf(position) - 1}:1`
    const element = el(
      'button',
      { type: 'button', 'aria-label': label, title: `${label} · ${pays}`, ...attributes },
      text && el('span', {}, text),
      attributes.class === 'outside' &&
        text !== pays &&
        el('small', { class: 'cell-pays', 'aria-hidden': 'true' }, pays),
    )
    element.addEventListener('click', () => onBet(position))
    buttons.set(position, element)
    return element
  }
  function cell(element: HTMLElement, [a, al, lanes, down, span]: readonly number[]) {
    for (const [name, value] of Object.entries({ a, al, lanes, down, span }))
      element.style.setProperty(`--${name}`, String(value))
    return element
  }
  const numbers = [...insidePositions]
    .filter(([, covered]) => covered.length === 1)
    .map(([position, [number = 0]]) =>
      cell(
        button(position, words('position_number', { number }), String(number), {
          class: 'pocket',
          'data-colour': colourOf(number),
        }),
        // The coordinates along and across the table, for the horizontal and the vertical layout.
        number === 0 ? [1, 1, 1, 3, 3] : [along(number) + 1, 1, 3 - lane(number), 3 + lane(number), 1],
      ),
    )
  const outside = [
    ...dozens.map(([position, covered], index) =>
      cell(
        button(
          position,
          words('position_numbers', { from: covered[0]!, to: covered.at(-1)! }),
          `${covered[0]}–${covered.at(-1)}`,
          {
            class: 'outside',
          },
        ),
        [2 + index * 4, 4, 4, 2, 1],
      ),
    ),
    ...columns.map(([position, covered], index) =>
      cell(button(position, words('position_column', { numbers: covered.join(', ') }), '2:1', { class: 'outside' }), [
        14,
        1,
        3 - index,
        3 + index,
        1,
      ]),
    ),
    ...evenChances.map(([position], index) =>
      cell(
        button(
          position,
          words(`position_${position}`),
          position === 'low' ? '1–18' : position === 'high' ? '19–36' : words(`position_${position}`),
          {
            class: 'outside',
            'data-colour': position,
          },
        ),
        [2 + index * 2, 2, 5, 1, 1],
      ),
    ),
  ]
  const spots = [...insidePositions]
    .filter(([, covered]) => covered.length > 1)
    .map(([position, covered]) => {
      const spot = button(position, words(`position_${kinds[covered.length]}`, { numbers: covered.join(', ') }), '', {
        class: 'spot',
      })
      const [u, v] = spotPosition(covered)
      spot.style.setProperty('--u', `${u}%`)
      spot.style.setProperty('--v', `${v}%`)
      return spot
    })
  const element = el(
    'div',
    { class: 'felt', role: 'group', 'aria-label': words('table'), dir: 'ltr' },
    ...numbers,
    ...outside,
    el('div', { class: 'spots' }, ...spots),
  )
  roving(element, [...buttons.values()])
  return {
    element,
    write(amounts) {
      for (const [position, each] of buttons) {
        each.querySelector('.chip')?.remove()
        const amount = amounts.get(position)
        const label = each.getAttribute('aria-label')!.split(' · ')[0]!
        each.setAttribute('aria-label', amount ? `${label} · ${context.amounts.written(amount)}` : label)
        if (amount) each.append(chipOf(amount, context))
      }
    },
    mark(pocket) {
      for (const [position, each] of buttons) {
        each.toggleAttribute('data-hit', position === String(pocket))
        each.toggleAttribute('data-won', pocket !== null && positions.get(position)!.includes(pocket))
      }
    },
  }
}
