/** Clockwork Orchard: twenty lines and a plain wild on the three middle reels. */
import { linesOfFive, type SlotDefinition, strip } from '../slot-engine/definition.ts'
import { slotMaths } from '../slot-engine/maths.ts'

export const definition: SlotDefinition = {
  slug: 'clockwork-orchard',
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
    p1: { 3: 100, 4: 750, 5: 7500 },
    p2: { 3: 75, 4: 350, 5: 2500 },
    p3: { 3: 50, 4: 200, 5: 1250 },
    p4: { 3: 30, 4: 125, 5: 500 },
    l1: { 3: 20, 4: 70, 5: 300 },
    l2: { 3: 15, 4: 50, 5: 200 },
    l3: { 3: 10, 4: 35, 5: 125 },
    l4: { 3: 10, 4: 25, 5: 90 },
  },
  wild: { multiplier: 1 },
  freeSpins: null,
  volatility: 'medium',
}

export const maths = slotMaths(definition)
