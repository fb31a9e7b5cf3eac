/** Lantern Harbor: ten lines and no features, so most of the return comes from small, frequent wins. */
import { linesOfFive, type SlotDefinition, strip } from '../slot-engine/definition.ts'
import { slotMaths } from '../slot-engine/maths.ts'

export const definition: SlotDefinition = {
  slug: 'lantern-harbor',
  version: '1.0.0',
  reels: 5,
  rows: 3,
  strips: [
    strip('l4 l2 p1 l3 l4 p3 l3 l2 l4 p3 l2 l4 l1 l3 l2 l4 p1 l2 l1 l4 l3 p2 l4 l3 p2 l1 p3 l4 p2 l1 l3 l2 l1 p3 l3'),
    strip('l1 p3 l4 p2 l3 l2 l4 l1 l2 p3 l4 l3 p2 l1 l4 p1 l3 l2 p3 l4 l3 p1 l4 l3 l1 l4 l2 p3 p2 l3 l1 l2 l4 l3 l2'),
    strip('p2 l4 p1 l2 l4 l1 p3 l3 p1 l1 p2 l4 l3 l1 l2 l4 p3 l3 p2 l1 l3 l2 l1 l4 l3 l2 l4 p3 l2 l4 l3 l2 l4 l3 p3'),
    strip('l3 l1 l2 l4 p1 l3 l4 p3 l3 l4 l1 l2 p2 p1 l4 p3 l2 l4 l3 l1 p2 l2 p3 l3 l4 l2 p3 l1 l3 p2 l4 l3 l1 l4 l2'),
    strip('l1 l4 p3 l3 l4 l2 l1 p2 l3 p3 l2 l4 p1 l1 l3 l2 l4 l3 l1 p2 p3 l2 l4 l3 l2 l4 l1 p3 l4 l2 l3 p2 l4 p1 l3'),
  ],
  pays: { kind: 'lines', lines: linesOfFive.slice(0, 10) },
  coins: 10,
  symbols: ['p1', 'p2', 'p3', 'l1', 'l2', 'l3', 'l4'],
  paytable: {
    p1: { 3: 100, 4: 400, 5: 2000 },
    p2: { 3: 60, 4: 200, 5: 1000 },
    p3: { 3: 40, 4: 150, 5: 500 },
    l1: { 3: 30, 4: 90, 5: 300 },
    l2: { 3: 25, 4: 75, 5: 250 },
    l3: { 3: 18, 4: 50, 5: 150 },
    l4: { 3: 12, 4: 36, 5: 120 },
  },
  wild: null,
  freeSpins: null,
  volatility: 'low',
}

export const maths = slotMaths(definition)
