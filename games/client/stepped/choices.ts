// A row of buttons of which exactly one is selected.

import { el, set } from '../dom.ts'

export type Choices<Value> = { element: HTMLElement; put(value: Value): void; lock(isLocked: boolean): void }

export function choicesOf<Value extends string | number>(
  label: string,
  options: ReadonlyArray<{ value: Value; label: string }>,
  onChoice: (value: Value) => void,
): Choices<Value> {
  const buttons = options.map((option) => {
    const button = el('button', { type: 'button' }, el('bdi', {}, option.label))
    button.addEventListener('click', () => onChoice(option.value))
    return { value: option.value, button }
  })
  return {
    element: el(
      'div',
      { class: 'choices', role: 'group', 'aria-label': label },
      ...buttons.map(({ button }) => button),
    ),
    put: (value) => buttons.forEach((each) => set(each.button, { 'aria-pressed': String(each.value === value) })),
    lock: (isLocked) => buttons.forEach(({ button }) => (button.disabled = isLocked)),
  }
}
