import { expect, test } from 'vitest'
import { percentOf, returnOfTicket, returnTogether } from './jackpot-odds.ts'

const level = (name: 'mini' | 'major' | 'grand', pot: number) => ({
  level: name,
  pot,
  seed: 0,
  cap: 60,
  contribution: 30,
  wins: 0,
})
const terms = { sideStake: 30, levels: [level('mini', 0)] }

test('game and side stake together return their parts, weighted by what each costs, at every pot', () => {
  // Half of the side stakes win 30: 50 %.
  expect(percentOf(returnOfTicket(terms))).toBe(50)
  expect(percentOf(returnTogether({ rtp: 98, stake: 30 }, terms))).toBe(74)
  expect(percentOf(returnTogether({ rtp: 98, stake: 270 }, terms))).toBe(93.2)
  // The next side stake wins 60 with certainty: 200 %.
  expect(percentOf(returnTogether({ rtp: 98, stake: 30 }, { ...terms, levels: [level('mini', 30)] }))).toBe(149)
  expect(percentOf(returnTogether({ rtp: 96.4321, stake: 1_000_000_000 }, terms))).toBe(96.432)
})
