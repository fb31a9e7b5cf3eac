/** Saffron Caravan: twenty lines; every wild inside a win doubles it. */
import { linesOfFive, type SlotDefinition, strip } from '../slot-engine/definition.ts'
import { slotMaths } from '../slot-engine/maths.ts'

export const definition: SlotDefinition = {
  slug: 'saffron-caravan',
  version: '1.0.0',
  reels: 5,
  rows: 3,
  strips: [
    strip('p1 p4 l2 l4 p4 l3 l4 l1 l3 l2 l1 l4 p4 p3 l1 l2 p1 p3 l2 l4 p2 l3 p4 p2 l3 l1 l4 l2 l3 l4 p3 l1 l3 p2'),
    strip('l1 p4 p3 l3 p4 l2 l4 wild l3 l4 l1 p4 l3 p1 p2 l2 p3 l1 l4 p2 p3 l4 l3 l1 l2 l3 l4 p4 p1 l4 l2 l1 p2 l2'),
    strip('l3 l4 p2 l1 l3 l4 l1 p4 l2 l1 l3 p1 l2 wild l4 l2 p3 p2 l4 p4 l2 l4 l3 p3 p4 l1 p3 l3 p2 l2 l1 l4 p4 p1'),
    strip('l3 p1 l2 p2 l4 l1 l3 p3 p4 l4 l3 l2 p4 p3 l4 p2 l1 l3 l4 p1 p4 l2 l1 p2 p4 l1 l3 wild l2 l4 p3 l1 l4 l2'),
    strip('l2 l3 p3 l1 p4 l4 l2 l3 p4 l1 l2 l4 l3 l2 p3 l1 l3 p2 p4 l4 l3 p4 p2 l1 l4 p2 l2 l4 p1 l3 l1 l4 p3 p1'),
  ],
  pays: { kind: 'lines', lines: linesOfFive.slice(0, 20) },
  coins: 20,
  symbols: ['wild', 'p1', 'p2', 'p3', 'p4', 'l1', 'l2', 'l3', 'l4'],
  paytable: {
    p1: { 3: 80, 4: 400, 5: 4000 },
    p2: { 3: 50, 4: 200, 5: 1500 },
    p3: { 3: 30, 4: 100, 5: 500 },
    p4: { 3: 20, 4: 60, 5: 250 },
    l1: { 3: 15, 4: 45, 5: 150 },
    l2: { 3: 10, 4: 35, 5: 120 },
    l3: { 3: 8, 4: 20, 5: 80 },
    l4: { 3: 6, 4: 18, 5: 60 },
  },
  wild: { multiplier: 2 },
  freeSpins: null,
  volatility: 'medium',
}

export const maths = slotMaths(definition)
