// One reel: a window of `rows` cells over a moving strip. While it spins it shows the game's actual strip.

import type { SlotDefinition, SymbolId } from '#games/slot-engine/definition.ts'
import { el } from '../dom.ts'
import { ended, prefersReducedMotion, type Pace } from '../timing.ts'

export type Reel = {
  element: HTMLElement
  /** Visible cells, from the top. */
  cells(): HTMLElement[]
  show(symbols: readonly SymbolId[]): void
  spin(): void
  /** Stops at the given index; resolves when the reel has stopped. */
  land(stop: number, rows: number): Promise<void>
  /** Removes these rows, lets the symbols above them fall, and fills the reel with the given symbols. */
  fall(gone: ReadonlySet<number>, symbols: readonly SymbolId[]): Promise<void>
}

const lead = 9
const landMs = 760

/** Overshoots slightly and moves back, so that the reel appears heavy. */
const settle = 'cubic-bezier(.16, .78, .3, 1.055)'
const fallen = 'cubic-bezier(.5, 0, .6, 1.12)'

const fade = { opacity: [1, 0] }
const vanish = [
  { transform: 'none', opacity: 1 },
  { transform: 'scale(1.18)', opacity: 1, offset: 0.35 },
  { transform: 'scale(.3)', opacity: 0 },
]

type Parts = { pictures: Record<string, string>; pace: Pace }

export function reelOf(slot: SlotDefinition, index: number, { pictures, pace }: Parts): Reel {
  const strip = slot.strips[index]!
  const band = el('div', { class: 'band' })
  const element = el('div', { class: 'reel' }, band)
  let moving: Animation | null = null
  let at = 0
  let height = slot.rows

  const symbolAt = (position: number) => strip[((position % strip.length) + strip.length) % strip.length]!
  const cell = (symbol: SymbolId) =>
    el(
      'div',
      { class: 'cell', 'data-symbol': symbol },
      el('img', { src: pictures[symbol] ?? '', alt: '', draggable: 'false', decoding: 'sync' }),
    )
  const fill = (symbols: readonly SymbolId[]) => band.replaceChildren(...symbols.map(cell))
  const run = (from: number, count: number) => Array.from({ length: count }, (_, offset) => symbolAt(from + offset))
  const shift = (cells: number) => `translateY(calc(var(--cell-h) * ${-cells}))`

  /** Reels of different heights fill the same window. */
  function setHeight(rows: number) {
    height = rows
    element.style.setProperty('--cell-h', `calc(var(--reel-h) / ${rows})`)
  }

  function halt() {
    moving?.cancel()
    moving = null
  }

  return {
    element,
    cells: () => [...band.children].slice(0, height) as HTMLElement[],
    show(symbols) {
      halt()
      setHeight(symbols.length)
      fill(symbols)
    },
    spin() {
      halt()
      element.dataset.moving = ''
      if (prefersReducedMotion()) {
        moving = band.animate({ opacity: [1, 0.15] }, { duration: 180, fill: 'forwards' })
        return
      }
      const loop = 14
      const standing = [...band.children].slice(0, height).map((one) => (one as HTMLElement).dataset.symbol as SymbolId)
      const passing = run(at + 17 * (index + 1), loop)
      fill([...passing, ...standing, ...run(at + height, height)])
      const gather = band.animate(
        [{ transform: shift(loop), easing: 'cubic-bezier(.5, -.35, .9, .6)' }, { transform: shift(0) }],
        { duration: 520 },
      )
      moving = gather
      void ended(gather).then(() => {
        if (moving !== gather) return
        fill([...passing, ...passing.slice(0, height)])
        moving = band.animate([{ transform: shift(loop) }, { transform: shift(0) }], {
          duration: 430,
          iterations: Infinity,
        })
      })
    },
    async land(stop, rows) {
      at = stop
      halt()
      setHeight(rows)
      fill(prefersReducedMotion() ? run(stop, rows) : run(stop, rows + lead))
      const landing = prefersReducedMotion()
        ? band.animate({ opacity: [0.15, 1] }, { duration: 240 })
        : band.animate([{ transform: shift(lead) }, { transform: shift(0) }], { duration: landMs, easing: settle })
      moving = landing
      delete element.dataset.moving
      await pace.ended(landing)
      if (moving === landing) fill(run(stop, rows))
    },
    async fall(gone, symbols) {
      const isStill = prefersReducedMotion()
      const before = [...band.children].slice(0, height)
      await Promise.all(
        before
          .filter((_, row) => gone.has(row))
          .map((one) => pace.ended(one.animate(isStill ? fade : vanish, { duration: 320, fill: 'forwards' }))),
      )
      if (gone.size === 0) return
      fill(symbols)
      const kept = before.flatMap((_, row) => (gone.has(row) ? [] : [row]))
      await Promise.all(
        [...band.children].flatMap((one, row) => {
          const distance = row < gone.size ? gone.size : row - kept[row - gone.size]!
          if (distance === 0) return []
          const motion = isStill ? { opacity: [0, 1] } : { transform: [shift(distance), shift(0)] }
          return pace.ended(one.animate(motion, { duration: 300 + 80 * distance, easing: fallen }))
        }),
      )
    },
  }
}
