/** Glacier Fox: 1024 ways with stacked symbols, so that long runs pay much of the return. */
import { type SlotDefinition, strip } from '../slot-engine/definition.ts'
import { slotMaths } from '../slot-engine/maths.ts'

export const definition: SlotDefinition = {
  slug: 'glacier-fox',
  version: '1.0.0',
  reels: 5,
  rows: 4,
  strips: [
    strip(
      'p4 p4 p4 p4 l1 l1 l2 l2 l2 p1 l3 l3 l3 l3 l4 l4 l4 l4 l2 l2 l2 p2 p2 p3 p3 p3 l1 l1 l1 l4 l4 l4 l4 l3 l3 l3',
    ),
    strip(
      'l1 l1 l1 p4 p4 l4 l4 l4 l2 l2 l2 l3 l3 l3 l3 l4 l4 l4 l4 wild l2 l2 l2 p1 l1 l1 p4 p4 p3 p3 p3 l3 l3 l3 p2 p2',
    ),
    strip(
      'p4 p4 p4 p4 l3 l3 l3 p3 p3 l4 l4 l4 l4 l1 l1 l1 p1 l2 l2 l2 p2 p2 l4 l4 l4 l3 l3 l3 l3 p3 wild l2 l2 l2 l1 l1',
    ),
    strip(
      'p3 p3 p3 p2 l2 l2 l2 l4 l4 l4 p1 l3 l3 l3 l3 wild l1 l1 p4 p4 p4 p4 p2 l3 l3 l3 l4 l4 l4 l4 l1 l1 l1 l2 l2 l2',
    ),
    strip(
      'p4 p4 p4 l4 l4 l4 l4 l2 l2 l2 l3 l3 l3 l1 l1 l1 p2 p2 p1 p1 l1 l1 l4 l4 l4 l4 p3 p3 p3 l2 l2 l2 l3 l3 l3 l3',
    ),
  ],
  pays: { kind: 'ways' },
  coins: 25,
  symbols: ['wild', 'p1', 'p2', 'p3', 'p4', 'l1', 'l2', 'l3', 'l4'],
  paytable: {
    p1: { 3: 100, 4: 750, 5: 12500 },
    p2: { 3: 30, 4: 150, 5: 1000 },
    p3: { 3: 8, 4: 30, 5: 150 },
    p4: { 3: 3, 4: 10, 5: 40 },
    l1: { 3: 2, 4: 5, 5: 15 },
    l2: { 3: 1, 4: 3, 5: 10 },
    l3: { 3: 1, 4: 2, 5: 5 },
    l4: { 3: 1, 4: 2, 5: 4 },
  },
  wild: { multiplier: 1 },
  freeSpins: null,
  volatility: 'high',
}

export const maths = slotMaths(definition)
