/** Night Express: twenty lines, and a hold feature that six gold coins start. */
import { holdMaths } from '../hold-engine/maths.ts'
import { linesOfFive, type SlotDefinition, strip } from '../slot-engine/definition.ts'

export const definition: SlotDefinition = {
  slug: 'night-express',
  version: '1.0.0',
  reels: 5,
  rows: 3,
  strips: [
    strip('l4 p3 p2 l2 l4 l3 p2 l1 l3 p4 p1 l3 l4 l1 p4 l2 l3 p3 p1 l4 coin coin p4 l1 l2 p3 l4 l2 p2 l1 p4 l4 l3 l2'),
    strip(
      'l4 p3 p2 l2 l4 p3 l3 l1 p1 l3 coin coin coin p4 l1 l3 l4 p4 l1 l3 l2 p3 l4 l3 p2 l1 p4 l2 p2 l4 l2 l3 p4 wild p1',
    ),
    strip(
      'p1 l2 l1 l4 l2 l3 coin coin coin l4 l3 l1 l4 l3 p2 l2 l1 p4 p3 p1 l1 l3 l4 p4 l3 l2 l4 p3 p4 l1 wild p3 l4 l2 p2 p4',
    ),
    strip(
      'l2 l3 l4 p3 l1 p2 p1 l3 l4 l1 p4 l2 p3 p4 l3 coin coin coin l4 l2 l1 p4 p1 l3 l4 l2 p2 p3 l2 wild l1 p2 p4 l3 l4',
    ),
    strip(
      'p2 l3 l1 l4 p3 coin coin coin p4 l2 l4 p1 l3 l1 l2 l4 p3 p2 l1 l3 p4 l2 l4 p1 l1 l3 p4 l2 p2 l4 l3 l1 p3 l2 p4 l4',
    ),
  ],
  pays: { kind: 'lines', lines: linesOfFive.slice(0, 20) },
  coins: 20,
  symbols: ['wild', 'coin', 'p1', 'p2', 'p3', 'p4', 'l1', 'l2', 'l3', 'l4', 'blank'],
  paytable: {
    p1: { 3: 100, 4: 500, 5: 4000 },
    p2: { 3: 60, 4: 250, 5: 1200 },
    p3: { 3: 40, 4: 150, 5: 600 },
    p4: { 3: 25, 4: 100, 5: 400 },
    l1: { 3: 20, 4: 60, 5: 200 },
    l2: { 3: 12, 4: 45, 5: 150 },
    l3: { 3: 10, 4: 30, 5: 100 },
    l4: { 3: 8, 4: 25, 5: 80 },
  },
  wild: { multiplier: 1 },
  freeSpins: null,
  feature: {
    kind: 'hold',
    from: 6,
    spins: 3,
    oneIn: 20,
    values: [20, 20, 20, 20, 20, 20, 20, 20, 40, 40, 40, 40, 40, 60, 60, 60, 100, 100, 200, 400],
    full: 20_000,
  },
  volatility: 'medium',
}

export const maths = holdMaths(definition)
