/** Honeyfall: 243 ways with cascades: winning symbols are removed, and each further win in a row has a higher multiplier. */
import { cascadeMaths } from '../cascade-engine/maths.ts'
import { type SlotDefinition, strip } from '../slot-engine/definition.ts'

export const definition: SlotDefinition = {
  slug: 'honeyfall',
  version: '1.0.0',
  reels: 5,
  rows: 3,
  strips: [
    strip('p3 l1 l1 l3 p4 p4 p1 p4 l3 l4 p2 l1 l1 l2 l2 l4 p2 l3 p3 l4 l2 l2'),
    strip('l4 l4 l2 l1 p1 l4 l4 l4 p3 p3 l3 l3 l3 p4 p3 p3 wild l1 l3 l3 p2 p1'),
    strip('l1 l3 p3 p4 p4 wild l4 l4 p2 p2 l2 l2 l2 l2 l2 p1 p4 p4 p2 p2 l4 l4'),
    strip('l2 p3 l1 l1 l3 p2 l4 p1 l3 p4 p4 p4 l2 l3 p1 l4 l2 p2 l1 l1 p3 wild'),
    strip('p2 p4 p4 l4 l1 p3 l4 p1 p3 l4 l3 l3 p2 l2 l2 l1 p4 l2 l2 l3 l3 l1'),
  ],
  pays: { kind: 'ways' },
  coins: 20,
  symbols: ['wild', 'p1', 'p2', 'p3', 'p4', 'l1', 'l2', 'l3', 'l4'],
  paytable: {
    p1: { 3: 40, 4: 125, 5: 900 },
    p2: { 3: 14, 4: 40, 5: 180 },
    p3: { 3: 10, 4: 25, 5: 80 },
    p4: { 3: 6, 4: 15, 5: 50 },
    l1: { 3: 6, 4: 12, 5: 30 },
    l2: { 3: 4, 4: 10, 5: 25 },
    l3: { 3: 3, 4: 8, 5: 20 },
    l4: { 3: 2, 4: 6, 5: 15 },
  },
  wild: { multiplier: 1 },
  freeSpins: null,
  feature: { kind: 'cascade', multipliers: [1, 2, 3, 5] },
  volatility: 'medium',
}

export const maths = cascadeMaths(definition)
