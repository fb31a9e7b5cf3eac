// The multipliers of a cascade, with the one that applies. Visual only: the result line states it as well.

import { el } from '../dom.ts'

export type Meter = {
  element: HTMLElement
  /** The step of the cascade; null before the first one. */
  put(step: number | null): void
}

export function meterOf(multipliers: readonly number[]): Meter {
  const steps = multipliers.map((factor) => el('li', {}, `×${factor}`))
  return {
    element: el('ol', { class: 'meter', dir: 'ltr', 'aria-hidden': 'true' }, ...steps),
    put(step) {
      const on = step === null ? -1 : Math.min(step, steps.length - 1)
      steps.forEach((one, index) => one.toggleAttribute('data-on', index === on))
    },
  }
}
