/** Tidepool: three reels and five lines, without wilds or features. */
import { type SlotDefinition, strip } from '../slot-engine/definition.ts'
import { slotMaths } from '../slot-engine/maths.ts'

export const definition: SlotDefinition = {
  slug: 'tidepool',
  version: '1.0.0',
  reels: 3,
  rows: 3,
  strips: [
    strip('l3 l2 p2 l3 p3 l1 l2 p3 l1 l3 p1 l2 p3 l3 p2 l2 l1 l3 l2 l1'),
    strip('p3 l2 p1 l1 l2 p3 l3 l2 p2 l3 l2 l1 l3 l2 l1 l3 p3 l1 l3 p2'),
    strip('p3 l2 l1 l3 p3 l2 l3 l1 l2 l3 l1 l2 l3 p2 p1 l3 p3 l2 l3 l1 p2'),
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
  symbols: ['p1', 'p2', 'p3', 'l1', 'l2', 'l3'],
  paytable: {
    p1: { 3: 500 },
    p2: { 3: 150 },
    p3: { 3: 50 },
    l1: { 3: 25 },
    l2: { 3: 15 },
    l3: { 3: 10 },
  },
  wild: null,
  freeSpins: null,
  volatility: 'low',
}

export const maths = slotMaths(definition)
