// All reels: they start together and stop from left to right.

import type { SlotDefinition, SymbolId } from '#games/slot-engine/definition.ts'
import type { SlotSpin } from '#games/slot-engine/outcome.ts'
import { el, svg } from '../dom.ts'
import type { Pace } from '../timing.ts'
import { reelOf } from './reel.ts'

export type Reels = {
  element: HTMLElement
  /** Drawn over the cells, with 100 units per cell. */
  overlay: SVGElement
  cellAt(reel: number, row: number): HTMLElement | undefined
  spin(): void
  land(spin: SlotSpin, earliest: number): Promise<void>
  show(grid: readonly (readonly SymbolId[])[]): void
  /** Replaces the winning symbols of a spin by those that fall into their places. */
  fall(from: SlotSpin, to: SlotSpin): Promise<void>
}

/** Minimum time until the first reel stops, and the delay of each further reel. */
const firstRestMs = 900
const nextRestMs = 190

type Parts = { pictures: Record<string, string>; pace: Pace; onStop: (reel: number) => void }

export function reelsOf(slot: SlotDefinition, { pictures, pace, onStop }: Parts): Reels {
  const reels = slot.strips.map((_, index) => reelOf(slot, index, { pictures, pace }))
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
    async fall(from, to) {
      const gone = reels.map(() => new Set<number>())
      for (const win of from.wins) for (const [reel, row] of win.positions) gone[reel]!.add(row)
      await Promise.all(
        reels.map(async (reel, index) => {
          await reel.fall(gone[index]!, to.grid[index]!)
          if (gone[index]!.size) onStop(index)
        }),
      )
    },
    async land(spin, started) {
      await Promise.all(
        reels.map(async (reel, index) => {
          await pace.wait(started + firstRestMs + index * nextRestMs - performance.now())
          // Even after a late answer the reels stop one after the other.
          await pace.wait(index * 20)
          await reel.land(spin.stops[index]!, spin.grid[index]!.length)
          onStop(index)
        }),
      )
    },
  }
}
