/** Kite Festival: the reels change their heights with every spin, which gives 32 to 3125 ways. */
import { type SlotDefinition, strip } from '../slot-engine/definition.ts'
import { waysMaths } from '../ways-engine/maths.ts'

export const definition: SlotDefinition = {
  slug: 'kite-festival',
  version: '1.0.0',
  reels: 5,
  rows: 5,
  strips: [
    strip('p2 l1 l1 l3 l3 l3 p3 p3 l2 l2 l4 l4 l4 l4 l3 l3 l3 p3 l4 l4 l4 l2 l2 l2 p4 p4 l1 l1 l1 p2 p4 p1'),
    strip('p4 p4 p3 l3 l3 wild l2 l2 l3 l3 l3 p1 l1 l4 l4 l4 p2 l4 l4 l4 p2 l1 l1 p1 p4 p3 p3 l2 l2 l2 p4 l1'),
    strip('l3 l3 l3 l2 l2 wild p1 p3 p2 p2 l4 l4 l4 l1 l1 p2 l4 l4 l4 l3 l3 l3 p4 p4 l1 l1 l1 p3 l2 p4 l2 p4'),
    strip('p2 p3 l1 p1 p3 p3 l1 l1 p4 l2 l2 l2 p4 p4 l3 l3 l4 l4 l4 wild l1 p1 p2 l2 l2 l2 l3 l3 l3 l4 l4 l4'),
    strip('l2 l2 p4 p4 p2 p3 l3 l3 l3 l1 l1 l2 l2 l2 p4 l1 l1 l1 p4 p1 l4 l4 l4 p3 p3 l3 l3 l3 l4 l4 l4 p2'),
  ],
  pays: { kind: 'ways' },
  coins: 20,
  symbols: ['wild', 'p1', 'p2', 'p3', 'p4', 'l1', 'l2', 'l3', 'l4'],
  paytable: {
    p1: { 3: 50, 4: 300, 5: 4000 },
    p2: { 3: 25, 4: 90, 5: 700 },
    p3: { 3: 12, 4: 35, 5: 160 },
    p4: { 3: 6, 4: 20, 5: 70 },
    l1: { 3: 3, 4: 8, 5: 25 },
    l2: { 3: 2, 4: 6, 5: 18 },
    l3: { 3: 1, 4: 4, 5: 12 },
    l4: { 3: 1, 4: 3, 5: 9 },
  },
  wild: { multiplier: 1 },
  freeSpins: null,
  feature: { kind: 'heights', paid: [2, 3, 3, 4, 4, 5], free: [] },
  volatility: 'medium',
}

export const maths = waysMaths(definition)
