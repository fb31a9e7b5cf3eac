// Shows the wins of a spin: the symbols involved, the path of the line, and one win at a time as text.

import type { SlotDefinition } from '#games/slot-engine/definition.ts'
import type { SlotSpin, SlotWin } from '#games/slot-engine/outcome.ts'
import { svg } from '../dom.ts'
import type { GameContext } from '../view.ts'
import type { Reels } from './reels.ts'

export type WinShow = { present(spin: SlotSpin, isCelebrated: boolean): void; clear(): void }

const centre = (index: number) => index * 100 + 50

function linePath(slot: SlotDefinition, win: SlotWin): string | null {
  if (win.line === undefined || slot.pays.kind !== 'lines') return null
  const rows = slot.pays.lines[win.line]!
  return `M${rows.map((row, reel) => `${centre(reel)} ${centre(row)}`).join('L')}`
}

const wordOf = { line: 'winOnLine', ways: 'winInWays', scatter: 'winByScatter', coins: 'winByScatter' } as const

export function winLine(win: SlotWin, { words, names, amounts }: GameContext): string {
  const values = {
    count: win.count,
    symbol: names[win.symbol] ?? '',
    amount: amounts.written(win.payout),
    line: (win.line ?? 0) + 1,
    ways: win.ways ?? 0,
  }
  const times = win.multiplier > 1 ? ` ·\u00a0\u2066×${win.multiplier}\u2069` : ''
  return words(wordOf[win.kind], values) + times
}

export function winShowOf(
  slot: SlotDefinition,
  reels: Reels,
  context: GameContext,
  showLine: (line: string) => void,
): WinShow {
  let turn: ReturnType<typeof setInterval> | undefined

  function mark(wins: readonly SlotWin[], isCelebrated: boolean) {
    reels.element.querySelectorAll<HTMLElement>('.cell[data-win]').forEach((cell) => delete cell.dataset.win)
    for (const win of wins)
      for (const [reel, row] of win.positions)
        reels.cellAt(reel, row)?.setAttribute('data-win', isCelebrated ? 'bright' : 'plain')
    const paths = wins.flatMap((win) => linePath(slot, win) ?? [])
    reels.overlay.replaceChildren(
      ...paths.flatMap((d) => [
        svg('path', { d, class: 'line-shade', 'vector-effect': 'non-scaling-stroke' }),
        svg('path', { d, class: 'line', 'vector-effect': 'non-scaling-stroke' }),
      ]),
    )
  }

  function clear() {
    clearInterval(turn)
    delete reels.element.dataset.wins
    mark([], false)
    showLine('')
  }

  return {
    clear,
    present(spin, isCelebrated) {
      clear()
      if (!spin.wins.length) return
      reels.element.dataset.wins = isCelebrated ? 'bright' : 'plain'
      mark(spin.wins, isCelebrated)
      if (spin.wins.length === 1) return showLine(winLine(spin.wins[0]!, context))
      let index = -1
      turn = setInterval(() => {
        index = (index + 1) % (spin.wins.length + 1)
        const one = spin.wins[index]
        mark(one ? [one] : spin.wins, isCelebrated)
        showLine(one ? winLine(one, context) : '')
      }, 1_600)
    },
  }
}
