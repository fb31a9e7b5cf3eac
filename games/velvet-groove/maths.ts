/** Velvet Groove: three reels, five lines, and a hold feature that four golden records start. */
import { holdMaths } from '../hold-engine/maths.ts'
import { type SlotDefinition, strip } from '../slot-engine/definition.ts'

export const definition: SlotDefinition = {
  slug: 'velvet-groove',
  version: '1.0.0',
  reels: 3,
  rows: 3,
  strips: [
    strip('p3 l1 l2 coin l3 l2 l1 p3 coin coin l1 p2 l2 l3 l1 l3 p1 l2 l3 l2 p2 l3 p3 l1 l3 l2 l3'),
    strip('l3 l1 p2 l2 l3 l1 wild l2 l3 p3 l2 l3 coin coin l1 p1 l2 l3 l1 p3 p2 l3 l2 coin p3 l1 l2'),
    strip('l1 l2 p3 l3 l1 l2 l3 p2 l2 l3 p3 l1 l2 l1 l3 p1 l2 l3 p2 l1 l3 l2 l3 coin coin l1 l3 p3'),
  ],
  pays: {
    kind: 'lines',
    lines: [
      [1, 1, 1],
      [0, 0, 0],
      [2, 2, 2],
      [0, 1, 2],
      [2, 1, 0],
    ],
  },
  coins: 5,
  symbols: ['wild', 'coin', 'p1', 'p2', 'p3', 'l1', 'l2', 'l3', 'blank'],
  paytable: {
    p1: { 3: 400 },
    p2: { 3: 110 },
    p3: { 3: 50 },
    l1: { 3: 20 },
    l2: { 3: 10 },
    l3: { 3: 6 },
  },
  wild: { multiplier: 1 },
  freeSpins: null,
  feature: {
    kind: 'hold',
    from: 4,
    spins: 3,
    oneIn: 14,
    values: [5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 15, 15, 15, 25, 50],
    full: 1_250,
  },
  volatility: 'medium',
}

export const maths = holdMaths(definition)
