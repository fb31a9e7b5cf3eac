// A number field; on commit its value is rounded to the nearest offered step.

import { el } from '../dom.ts'

export type Field = { element: HTMLElement; write(text: string): void }

export function fieldOf(label: string, onWish: (wish: number) => void, unit = ''): Field {
  const input = el('input', { type: 'text', inputmode: 'decimal', autocomplete: 'off', dir: 'ltr' })
  let shown = ''
  const commit = () => {
    const wish = Number(input.value.replace(',', '.').replace(/[^\d.]/g, ''))
    if (Number.isFinite(wish) && input.value.trim() && input.value !== shown) onWish(wish)
    else input.value = shown
  }
  input.addEventListener('change', commit)
  input.addEventListener('focus', () => input.select())
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    event.stopPropagation()
    commit()
  })
  return {
    element: el('label', { class: 'field' }, el('span', {}, label, unit && ` (${unit})`), input),
    write: (text) => (input.value = shown = text),
  }
}
