// A panel over the game: a modal dialog with a title, a close button and its content.

import { el, icon } from '../dom.ts'

export type Panel = { element: HTMLDialogElement; open(): void; readonly isOpen: boolean }

export function panelOf(title: string, closeLabel: string, content: () => Node): Panel {
  const id = `panel-${title.replace(/\W+/g, '-')}`
  const close = el('button', { type: 'button', class: 'round', 'aria-label': closeLabel }, icon('close'))
  const body = el('div', { class: 'panel-body', tabindex: 0, role: 'region', 'aria-labelledby': id })
  const element = el(
    'dialog',
    { class: 'panel', 'aria-labelledby': id },
    el('header', {}, el('h2', { id }, title), close),
    body,
  )
  close.addEventListener('click', () => element.close())
  return {
    element,
    get isOpen() {
      return element.open
    },
    open() {
      body.replaceChildren(content())
      element.showModal()
      body.scrollTop = 0
      close.focus()
    },
  }
}
