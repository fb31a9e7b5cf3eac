// The results since the game was opened, newest first, in a scrolling strip.

import { el } from '../dom.ts'

export type PastResult = { text: string; unseen: string; tone: 'win' | 'returned' | 'none' }
export type Past = { element: HTMLElement; add(result: PastResult): void }

const remembered = 50

export function pastOf(label: string): Past {
  const list = el('ol')
  const element = el('div', { class: 'past', role: 'region', 'aria-label': label }, list)
  return {
    element,
    add({ text, unseen, tone }) {
      // A multiplier is always written left to right; a sentence has the direction of its language.
      const shown = el('bdi', {}, text)
      list.prepend(el('li', { 'data-result': tone }, el('span', { class: 'unseen' }, unseen), ' ', shown))
      while (list.children.length > remembered) list.lastElementChild!.remove()
      // A scrolling element must be reachable by keyboard.
      element.tabIndex = 0
      element.scrollLeft = 0
    },
  }
}
