/** Checks what the engine and the exact figures assume about a definition, and returns a message for each violation. */
import type { Pays, SlotDefinition, SymbolId } from './definition.ts'
import { columnAt } from './evaluate.ts'

export function definitionFaults(slot: SlotDefinition): string[] {
  const faults: string[] = []
  const expect = (holds: boolean, fault: string) => {
    if (!holds) faults.push(`${slot.slug}: ${fault}`)
  }
  expect(slot.strips.length === slot.reels, 'a strip for every reel')
  expect(!slot.strips[0]!.includes('wild'), 'no wild on the first reel, so a run always has one symbol')
  expect(
    slot.strips.every((symbols) => symbols.length > slot.rows),
    'strips longer than the window',
  )
  expect(
    slot.strips.flat().every((symbol) => slot.symbols.includes(symbol)),
    'every symbol of the strips is declared',
  )
  expect(
    slot.symbols.every((symbol) => symbol === 'blank' || slot.strips.flat().includes(symbol)),
    'every declared symbol is on a strip',
  )
  expect(slot.symbols.includes('wild') === (slot.wild !== null), 'wilds have a rule')
  expect(!slot.paytable.wild, 'wilds pay only as the symbol they stand for')
  expect(
    slot.strips.every((symbols) => hasOneScatterPerWindow(symbols, slot.rows)),
    "at most one scatter in a reel's window",
  )
  if (slot.pays.kind === 'lines') {
    expect(slot.coins === slot.pays.lines.length, 'one coin for each line')
    expect(
      slot.pays.lines.every((rows) => rows.length === slot.reels && rows.every((row) => row >= 0 && row < slot.rows)),
      'lines stay inside the window',
    )
    expect(new Set(slot.pays.lines.map(String)).size === slot.pays.lines.length, 'lines differ')
  } else {
    expect((slot.wild?.multiplier ?? 1) === 1, 'wilds of ways games do not multiply')
  }
  for (const count of [3, 4, 5, 6] satisfies Array<keyof Pays>) {
    const awarded = slot.freeSpins?.awards[count] ?? 0
    expect(awarded === 0 || (slot.paytable.scatter?.[count] ?? 0) > 0, 'free spins come with a scatter win')
  }
  for (const pays of Object.values(slot.paytable)) {
    expect(
      Object.values(pays).every((coins) => Number.isInteger(coins) && coins > 0),
      'pays are whole coins',
    )
  }
  return faults
}

function hasOneScatterPerWindow(symbols: SymbolId[], rows: number): boolean {
  return symbols.every((_, stop) => columnAt(symbols, stop, rows).filter((shown) => shown === 'scatter').length <= 1)
}
