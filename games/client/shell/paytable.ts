// Payouts of each symbol at the selected stake, the lines, and the rules of wild and scatter.

import type { Pays, SlotDefinition, SymbolId } from '#games/slot-engine/definition.ts'
import { el, svg } from '../dom.ts'
import type { GameContext } from '../view.ts'

const counts = [6, 5, 4, 3] as const

export function paytable(
  slot: SlotDefinition,
  stake: number,
  { words, amounts, pictures, names }: GameContext,
): HTMLElement {
  const coin = stake / slot.coins
  const row = (count: number, coins: number) =>
    el('li', {}, el('span', {}, `${count} ×`), ' ', el('strong', {}, amounts.written(coins * coin)))
  const rows = (pays: Pays) => counts.flatMap((count) => (pays[count] ? [row(count, pays[count])] : []))
  const role = (symbol: SymbolId) => {
    if (symbol === 'wild' && !slot.symbols.includes('scatter') && !slot.symbols.includes('coin'))
      return words('isWildAny')
    if (symbol === 'wild')
      return slot.wild && slot.wild.multiplier > 1
        ? words('isWild', { factor: slot.wild.multiplier })
        : words('isWildPlain')
    if (symbol === 'coin' && slot.feature?.kind === 'hold') {
      const { from, values, full } = slot.feature
      return words('isCoin', {
        from,
        lowest: amounts.written(Math.min(...values) * coin),
        highest: amounts.written(Math.max(...values) * coin),
        full: amounts.written(full * coin),
      })
    }
    if (symbol !== 'scatter') return ''
    return words('isScatter', { awards: `\u2066${awardsOf(slot)}\u2069` })
  }
  const cards = slot.symbols
    .filter((symbol) => symbol !== 'blank')
    .map((symbol) =>
      el(
        'li',
        { class: 'pay' },
        el('img', { src: pictures[symbol] ?? '', alt: '', width: 72, height: 72 }),
        el(
          'div',
          {},
          el('h3', {}, names[symbol] ?? symbol),
          role(symbol) && el('p', {}, role(symbol)),
          el('ul', { dir: 'ltr' }, ...rows(slot.paytable[symbol] ?? {})),
        ),
      ),
    )
  return el(
    'section',
    {},
    el('p', { class: 'hint' }, words('paytableAt', { stake: amounts.written(stake) })),
    el('ul', { class: 'pays-list' }, ...cards),
    lines(slot, words),
  )
}

/** `3 → 8 · 4 → 12`, or `3–6 → 8` where every number of scatters wins the same. */
function awardsOf(slot: SlotDefinition): string {
  const awards = Object.entries(slot.freeSpins?.awards ?? {})
  const [first, last] = [awards[0], awards.at(-1)]
  if (!first || !last || first === last || awards.some(([, spins]) => spins !== first[1]))
    return awards.map(([count, spins]) => `${count}\u00a0→\u00a0${spins}`).join(' ·\u00a0')
  return `${first[0]}–${last[0]}\u00a0→\u00a0${first[1]}`
}

function lines(slot: SlotDefinition, words: GameContext['words']): HTMLElement | null {
  if (slot.pays.kind !== 'lines') return null
  const draw = (rows: number[], index: number) => {
    const cells = rows.flatMap((chosen, reel) =>
      Array.from({ length: slot.rows }, (_, row) =>
        svg('rect', {
          x: reel * 10 + 1,
          y: row * 10 + 1,
          width: 8,
          height: 8,
          rx: 2,
          class: row === chosen ? 'on' : 'off',
        }),
      ),
    )
    return el(
      'li',
      {},
      svg('svg', { viewBox: `0 0 ${slot.reels * 10} ${slot.rows * 10}`, 'aria-hidden': 'true' }, ...cells),
      el('span', {}, String(index + 1)),
    )
  }
  return el(
    'div',
    {},
    el('h3', {}, words('lines', { count: slot.pays.lines.length })),
    el('ol', { class: 'lines', dir: 'ltr' }, ...slot.pays.lines.map(draw)),
  )
}
