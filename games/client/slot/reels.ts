// All reels together: they start with one press and come to rest from the left, one after the other.

import type { SlotDefinition, SymbolId } from '#games/slot-engine/definition.ts'
import type { SlotSpin } from '#games/slot-engine/outcome.ts'
import { el, svg } from '../dom.ts'
import { wait } from '../timing.ts'
import { reelOf } from './reel.ts'

export type Reels = {
  element: HTMLElement
  /** Drawn over the cells in a square of 100 a cell. */
  overlay: SVGElement
  cellAt(reel: number, row: number): HTMLElement | undefined
  spin(): void
  land(spin: SlotSpin, earliest: number): Promise<void>
  show(grid: readonly (readonly SymbolId[])[]): void
}

/** The first reel rests no sooner than this after the press, each next one this much later. */
const firstRestMs = 900
const nextRestMs = 190

export function reelsOf(slot: SlotDefinition, pictures: Record<string, string>, onStop: (reel: number) => void): Reels {
  const reels = slot.strips.map((_, index) => reelOf(slot, index, pictures))
  const overlay = svg('svg', {
    class: 'overlay',
    viewBox: `0 0 ${slot.reels * 100} ${slot.rows * 100}`,
    preserveAspectRatio: 'none',
    'aria-hidden': 'true',
  })
  const element = el('div', { class: 'reels', dir: 'ltr' }, ...reels.map((reel) => reel.element))
  element.append(overlay)
  element.style.setProperty('--reels', String(slot.reels))
  element.style.setProperty('--rows', String(slot.rows))

  return {
    element,
    overlay,
    cellAt: (reel, row) => reels[reel]?.cells()[row],
    spin: () => reels.forEach((reel) => reel.spin()),
    show: (grid) => grid.forEach((symbols, reel) => reels[reel]?.show(symbols)),
    async land(spin, started) {
      await Promise.all(
        reels.map(async (reel, index) => {
          await wait(started + firstRestMs + index * nextRestMs - performance.now())
          // However late the answer came, the reels still come to rest in turn.
          await wait(index * 20)
          setTimeout(() => onStop(index), 520)
          await reel.land(spin.stops[index]!)
        }),
      )
    },
  }
}
