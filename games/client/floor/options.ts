// A choice between a few options of a round, shown side by side.

import { el, set } from '../dom.ts'

export type OptionGroup<Value> = { element: HTMLElement; value(): Value; put(value: Value): void }

let groups = 0

export function optionGroup<Value extends string | number>(
  label: string,
  options: ReadonlyArray<{ value: Value; label: string }>,
  first: Value,
  onChange: (value: Value) => void,
): OptionGroup<Value> {
  let chosen = first
  const id = `option-${(groups += 1)}`
  const buttons = options.map((option) => {
    const button = el('button', { type: 'button' }, el('bdi', {}, option.label))
    button.addEventListener('click', () => {
      if (option.value === chosen) return
      put(option.value)
      onChange(option.value)
    })
    return { button, value: option.value }
  })
  function put(value: Value) {
    chosen = value
    for (const each of buttons) set(each.button, { 'aria-pressed': String(each.value === value) })
  }
  put(first)
  return {
    element: el(
      'div',
      { class: 'option' },
      el('span', { id }, label),
      el('div', { class: 'choices', role: 'group', 'aria-labelledby': id }, ...buttons.map(({ button }) => button)),
    ),
    value: () => chosen,
    put,
  }
}
