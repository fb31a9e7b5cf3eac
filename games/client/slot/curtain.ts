// An overlay on the reels that waits for the player before and after free spins.

import { el } from '../dom.ts'
import type { Words } from '../words.ts'

export type Curtain = { element: HTMLElement; ask(title: string, text: string, button: string): Promise<void> }

export function curtainOf(words: Words): Curtain {
  const element = el('div', { class: 'curtain', hidden: true, role: 'group', 'aria-label': words('freeSpins') })
  return {
    element,
    ask: (title, text, button) =>
      new Promise((resolve) => {
        const go = el('button', { type: 'button', class: 'primary' }, button)
        element.replaceChildren(el('p', { class: 'curtain-title' }, title), el('p', {}, text), go)
        element.hidden = false
        go.focus()
        go.addEventListener(
          'click',
          () => {
            element.hidden = true
            resolve()
          },
          { once: true },
        )
      }),
  }
}
