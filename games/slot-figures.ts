/** Calculates the exact figures of any slot with the engine that plays it. */
import { cascadeFigures } from './cascade-engine/figures.ts'
import { holdFigures } from './hold-engine/figures.ts'
import type { SlotDefinition } from './slot-engine/definition.ts'
import { type SlotFigures, slotFigures } from './slot-engine/figures.ts'
import { waysFigures } from './ways-engine/figures.ts'

export function figuresOf(slot: SlotDefinition): SlotFigures {
  switch (slot.feature?.kind) {
    case 'cascade':
      return cascadeFigures(slot)
    case 'hold':
      return holdFigures(slot)
    case 'heights':
      return waysFigures(slot)
    case undefined:
      return slotFigures(slot)
  }
}
