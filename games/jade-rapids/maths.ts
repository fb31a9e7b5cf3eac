/** Jade Rapids: four tall reels with 256 ways and cascades. Each further win in a row doubles the multiplier, up to 16. */
import { cascadeMaths } from '../cascade-engine/maths.ts'
import { type SlotDefinition, strip } from '../slot-engine/definition.ts'

export const definition: SlotDefinition = {
  slug: 'jade-rapids',
  version: '1.0.0',
  reels: 4,
  rows: 4,
  strips: [
    strip('l1 l1 l1 p2 l3 l3 p2 p2 l2 l2 l2 l4 l4 p4 p4 p3 p3 l2 l2 l4 l4 l1 l1 p1 l3 l3 p3 p3 l4 l4 p4 p4 l3 l3 p1'),
    strip('p4 l4 l4 l4 l3 l3 l3 l1 l1 l2 l2 l3 p2 wild l2 l2 p3 p3 p4 p2 p1 p1 l1 l1 p1 l4 l4 l3 l3 l3 p3 p3 p3 l1 l1'),
    strip(
      'p3 l4 l4 wild p1 l1 p2 p2 p2 p4 p4 l2 l2 l2 p2 p2 l4 l4 l1 l2 p1 l3 l3 l1 p4 p4 l4 l4 p3 l3 l3 l2 l2 l2 p4 p4',
    ),
    strip('l1 l1 l3 l3 l3 l2 l2 l2 p2 wild p4 p4 p3 p3 p1 p1 l4 l4 p2 p2 l4 l4 l4 l2 l2 l1 l1 l1 p1 p3 p3 l3 l3 p4 p4'),
  ],
  pays: { kind: 'ways' },
  coins: 40,
  symbols: ['wild', 'p1', 'p2', 'p3', 'p4', 'l1', 'l2', 'l3', 'l4'],
  paytable: {
    p1: { 3: 20, 4: 300 },
    p2: { 3: 12, 4: 60 },
    p3: { 3: 5, 4: 18 },
    p4: { 3: 4, 4: 18 },
    l1: { 3: 2, 4: 6 },
    l2: { 3: 2, 4: 6 },
    l3: { 3: 1, 4: 4 },
    l4: { 3: 1, 4: 3 },
  },
  wild: { multiplier: 1 },
  freeSpins: null,
  feature: { kind: 'cascade', multipliers: [1, 2, 4, 8, 16] },
  volatility: 'high',
}

export const maths = cascadeMaths(definition)
