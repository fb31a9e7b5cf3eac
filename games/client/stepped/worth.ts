// Shows what the round is worth now, and after the next success.

import type { CashOutValue } from '#contract/rounds.ts'
import { el } from '../dom.ts'
import type { GameContext } from '../view.ts'

export type WorthPanel = {
  element: HTMLElement
  /** `next` is the multiplier after the next success; null if the round is over. */
  write(worth: CashOutValue, next: number | null): void
}

export function worthPanel({ words, amounts }: Pick<GameContext, 'words' | 'amounts'>): WorthPanel {
  const now = el('dd', {})
  const then = el('dd', {})
  const element = el(
    'dl',
    { class: 'worth' },
    el('div', {}, el('dt', {}, words('worthNow')), now),
    el('div', {}, el('dt', {}, words('worthNext')), then),
  )
  const times = (multiplier: number) => el('bdi', {}, `${amounts.figure(multiplier, 4)}×`)
  return {
    element,
    write({ multiplier, amount }, next) {
      element.toggleAttribute('data-live', multiplier > 0)
      now.replaceChildren(...(multiplier > 0 ? [times(multiplier), el('bdi', {}, amounts.written(amount))] : ['–']))
      then.replaceChildren(...(next === null ? ['–'] : [times(next)]))
    },
  }
}
