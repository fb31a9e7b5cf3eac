/** Midnight Botanica: 1024 ways, and free spins that triple every win. */
import { type SlotDefinition, strip } from '../slot-engine/definition.ts'
import { slotMaths } from '../slot-engine/maths.ts'

export const definition: SlotDefinition = {
  slug: 'midnight-botanica',
  version: '1.0.0',
  reels: 5,
  rows: 4,
  strips: [
    strip(
      'l3 l3 l3 l3 l2 l2 l2 p1 l4 l4 l4 l4 l3 l3 l3 p3 p3 p3 l1 l1 l1 p4 p4 p4 p4 l4 l4 l4 l4 l1 l1 p2 p2 l2 l2 l2 scatter',
    ),
    strip(
      'p4 p4 l4 l4 l4 l3 l3 l3 l3 l1 l1 l1 p1 scatter l1 l1 p2 p2 p3 p3 p3 l2 l2 l2 wild p4 p4 l3 l3 l3 l4 l4 l4 l4 l2 l2 l2',
    ),
    strip(
      'p4 p4 p4 p4 l3 l3 l3 wild l4 l4 l4 p2 p2 p1 l4 l4 l4 l4 l1 l1 l1 l2 l2 l2 l3 l3 l3 l3 p3 p3 l2 l2 l2 scatter p3 l1 l1',
    ),
    strip(
      'l2 l2 l2 wild p3 p3 p3 p1 l3 l3 l3 p4 p4 p4 p4 p2 l4 l4 l4 l4 scatter l1 l1 l1 p2 l2 l2 l2 l4 l4 l4 l1 l1 l3 l3 l3 l3',
    ),
    strip(
      'l1 l1 l1 l4 l4 l4 l4 scatter l3 l3 l3 l2 l2 l2 l1 l1 p2 p2 l2 l2 l2 p3 p3 p3 l4 l4 l4 l4 p4 p4 p4 l3 l3 l3 l3 p1 p1',
    ),
  ],
  pays: { kind: 'ways' },
  coins: 25,
  symbols: ['wild', 'scatter', 'p1', 'p2', 'p3', 'p4', 'l1', 'l2', 'l3', 'l4'],
  paytable: {
    p1: { 3: 75, 4: 750, 5: 17500 },
    p2: { 3: 25, 4: 125, 5: 1500 },
    p3: { 3: 8, 4: 25, 5: 100 },
    p4: { 3: 2, 4: 6, 5: 25 },
    l1: { 3: 1, 4: 3, 5: 10 },
    l2: { 3: 1, 4: 2, 5: 5 },
    l3: { 3: 1, 4: 2, 5: 4 },
    l4: { 4: 1, 5: 3 },
    scatter: { 3: 25, 4: 250, 5: 2500 },
  },
  wild: { multiplier: 1 },
  freeSpins: { awards: { 3: 8, 4: 12, 5: 15 }, multiplier: 3 },
  volatility: 'extreme',
}

export const maths = slotMaths(definition)
