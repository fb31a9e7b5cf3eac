// Renders painters as standalone symbol pictures of 100 by 100.

import { drawing, type Light, type Painter } from './drawing.ts'

export type SymbolId = 'p1' | 'p2' | 'p3' | 'p4' | 'l1' | 'l2' | 'l3' | 'l4' | 'wild' | 'scatter' | 'coin' | 'blank'

export type SymbolPainters = Partial<Record<SymbolId, Painter>>

export type SymbolStyle = { light: Light; shadow: string; auras?: Partial<Record<SymbolId, string>> }

export function drawSymbols(painters: SymbolPainters, look: SymbolStyle): Record<string, string> {
  return Object.fromEntries(
    Object.entries(painters).map(([id, paint]) => {
      const on = drawing(look.light)
      // The margin leaves room for the shadow and the aura.
      const inset: Painter = () => on.group('transform="translate(4.5 4) scale(.91)"', () => paint(on))
      on.lifted(look.shadow, () => inset(on), look.auras?.[id as SymbolId])
      return [id, on.finish(100, 100)]
    }),
  )
}
