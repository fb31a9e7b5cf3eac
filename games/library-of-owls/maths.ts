/** Library of Owls: six reels that change their heights with every spin. In free spins they have at least five rows. */
import { type SlotDefinition, strip } from '../slot-engine/definition.ts'
import { waysMaths } from '../ways-engine/maths.ts'

export const definition: SlotDefinition = {
  slug: 'library-of-owls',
  version: '1.0.0',
  reels: 6,
  rows: 6,
  strips: [
    strip(
      'l4 l4 p3 p4 p4 l2 l2 l4 l4 p3 l1 l1 p2 p4 p4 l3 l3 l3 scatter p2 p2 p1 l2 l2 l4 l4 p3 p3 l3 l3 l1 l1 l2 l2 p4 p4 l4 l1 l1 l3 l3 p1',
    ),
    strip(
      'p4 l1 l1 l4 l4 l4 wild l1 l1 p3 p3 l4 l4 p1 p4 p4 l2 l2 l3 l3 l3 p2 p2 l1 l1 p3 scatter l4 l4 l3 l3 l2 l2 p2 p4 p4 p3 p3 p1 l2 l2 l3 l3',
    ),
    strip(
      'l4 l4 p4 p4 p2 p2 l4 l4 l3 l3 l3 p3 p3 p1 p4 p4 l2 l2 l4 l4 l4 l3 l3 l1 l1 p2 p3 l2 l2 p1 scatter l3 l3 l1 l1 p4 p4 p3 p3 wild l2 l2 l1 l1',
    ),
    strip(
      'l2 l2 p3 p3 p2 p2 p1 p4 p4 l4 l4 p3 p3 l2 l2 l1 l1 p1 l4 l4 l4 l3 l3 p3 p3 p2 p2 l4 l4 l4 l1 l1 l1 l3 l3 l3 l2 l2 l2 l1 l1 scatter l3 l3 l3 wild p4 p4 p4',
    ),
    strip(
      'l3 l3 p4 p4 p4 p2 p3 p3 l4 l4 l4 l1 l1 l1 l3 l3 l3 p2 p3 p3 scatter p1 l2 l2 l3 l3 l3 l1 l1 p2 p1 l2 l2 l2 l1 l1 l4 l4 p4 p4 l2 l2 wild l4 l4 l4 p3 p3',
    ),
    strip(
      'p1 l3 l3 l3 l2 l2 l2 p1 l1 l1 l1 p3 p3 l2 l2 p4 p4 p4 l4 l4 p2 p3 p3 l3 l3 l4 l4 l4 scatter p2 p2 l1 l1 l3 l3 l3 l4 l4 l4 p3 p3 p4 p4 l2 l2 l1 l1',
    ),
  ],
  pays: { kind: 'ways' },
  coins: 20,
  symbols: ['wild', 'scatter', 'p1', 'p2', 'p3', 'p4', 'l1', 'l2', 'l3', 'l4'],
  paytable: {
    p1: { 3: 20, 4: 100, 5: 600, 6: 8000 },
    p2: { 3: 10, 4: 30, 5: 150, 6: 1000 },
    p3: { 3: 5, 4: 12, 5: 40, 6: 120 },
    p4: { 3: 3, 4: 8, 5: 20, 6: 60 },
    l1: { 3: 3, 4: 5, 5: 10, 6: 25 },
    l2: { 3: 2, 4: 4, 5: 8, 6: 15 },
    l3: { 3: 2, 4: 3, 5: 6, 6: 10 },
    l4: { 3: 1, 4: 2, 5: 4, 6: 8 },
    scatter: { 3: 40, 4: 200, 5: 1000, 6: 10000 },
  },
  wild: { multiplier: 1 },
  freeSpins: { awards: { 3: 8, 4: 8, 5: 8, 6: 8 }, multiplier: 1 },
  feature: { kind: 'heights', paid: [2, 3, 4, 5], free: [5, 6] },
  volatility: 'high',
}

export const maths = waysMaths(definition)
