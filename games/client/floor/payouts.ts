// A table of what a game pays, in the panel of odds and rules.

import { el } from '../dom.ts'

export function payoutTable(caption: string, head: string[], rows: string[][]): HTMLElement {
  return el(
    'div',
    { class: 'payouts-scroller' },
    el(
      'table',
      { class: 'payouts' },
      el('caption', {}, caption),
      el('thead', {}, el('tr', {}, ...head.map((text) => el('th', { scope: 'col' }, text)))),
      el(
        'tbody',
        {},
        ...rows.map(([first = '', ...others]) =>
          el('tr', {}, el('th', { scope: 'row' }, first), ...others.map((text) => el('td', {}, el('bdi', {}, text)))),
        ),
      ),
    ),
  )
}
