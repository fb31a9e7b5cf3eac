/** Ember Forge: every wild in a win triples it, so three wilds multiply it by 27. Scatters start free spins. */
import { linesOfFive, type SlotDefinition, strip } from '../slot-engine/definition.ts'
import { slotMaths } from '../slot-engine/maths.ts'

export const definition: SlotDefinition = {
  slug: 'ember-forge',
  version: '1.0.0',
  reels: 5,
  rows: 3,
  strips: [
    strip(
      'p2 l4 l2 l3 l4 l1 p1 l4 l1 l2 l3 p3 l1 l3 l4 scatter p3 l3 l2 p4 l1 p2 p1 p4 l2 l4 p2 p4 l3 p3 l4 l2 l1 l3 p4',
    ),
    strip(
      'l1 l3 p3 l4 l3 p4 l4 l3 l2 l1 l4 l2 l1 p2 l3 l4 l1 p4 wild l2 p3 l3 l2 scatter l4 p3 l3 l2 l4 p2 p4 p1 l4 l1 p4 l2',
    ),
    strip(
      'l4 l2 l3 p1 l2 p2 l3 p4 l1 l3 l4 wild l3 l4 scatter l2 l1 l4 l2 p3 l1 l4 p3 l3 p2 l2 p4 l4 l1 l3 p4 l1 l2 l4 p4 p3',
    ),
    strip(
      'l4 wild p4 l1 l3 l4 l2 p4 l1 l4 l3 p1 l2 l4 l1 p4 l3 l2 l4 p3 l3 l4 p2 l1 l3 p2 l2 p4 p3 l2 scatter p3 l3 l4 l1 l2',
    ),
    strip(
      'p1 scatter l4 l2 p4 l3 l1 l2 p1 p3 l1 l2 l3 p2 l4 l2 p4 l3 p2 p4 l1 l4 l3 l1 l2 l4 l3 l1 l4 p3 p4 l4 p3 p2 l3',
    ),
  ],
  pays: { kind: 'lines', lines: linesOfFive.slice(0, 25) },
  coins: 25,
  symbols: ['wild', 'scatter', 'p1', 'p2', 'p3', 'p4', 'l1', 'l2', 'l3', 'l4'],
  paytable: {
    p1: { 3: 75, 4: 600, 5: 5000 },
    p2: { 3: 45, 4: 200, 5: 1500 },
    p3: { 3: 25, 4: 100, 5: 500 },
    p4: { 3: 15, 4: 50, 5: 200 },
    l1: { 3: 10, 4: 30, 5: 120 },
    l2: { 3: 8, 4: 20, 5: 75 },
    l3: { 3: 5, 4: 12, 5: 50 },
    l4: { 3: 4, 4: 10, 5: 40 },
    scatter: { 3: 50, 4: 250, 5: 1250 },
  },
  wild: { multiplier: 3 },
  freeSpins: { awards: { 3: 8, 4: 12, 5: 15 }, multiplier: 1 },
  volatility: 'high',
}

export const maths = slotMaths(definition)
