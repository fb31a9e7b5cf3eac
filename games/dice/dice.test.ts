import { expect, test } from 'vitest'
import { computeFigures, readFigures } from '../figures.ts'
import { definition, maths, outcomeOf, winCountOf } from './maths.ts'

const choices = definition.ladder.flatMap(({ winCount }) => [
  { target: winCount, direction: 'under' as const },
  { target: 9_999 - winCount, direction: 'over' as const },
])

// Shows: 10.28
test('every choice returns exactly 99 %: its 10000 rolls pay 9900 stakes, to the last subunit', () => {
  for (const choice of choices) {
    let returned = 0
    for (let roll = 0; roll < definition.sides; roll++) returned += outcomeOf(roll, definition.coins, choice).payout
    expect(returned).toBe(9_900 * definition.coins)
  }
})

test('no payout is ever rounded, at any legal stake', () => {
  for (const { winCount, multiplier } of definition.ladder) {
    expect(Number.isInteger(multiplier * 10)).toBe(true)
    for (const stake of [10, 20, 130, 99_990, 10_000_000_010])
      expect((BigInt(stake) * 9_900n) % BigInt(winCount)).toBe(0n)
  }
})

test('the number of winning rolls is that of the choice', () => {
  for (const choice of choices.slice(0, 20)) {
    const wins = Array.from({ length: definition.sides }, (_, roll) => outcomeOf(roll, 10, choice)).filter(
      (outcome) => outcome.isWin,
    )
    expect(wins).toHaveLength(winCountOf(choice))
  }
})

test('choices that were never offered are rejected', () => {
  for (const choice of [
    null,
    undefined,
    5,
    {},
    { target: 4_950 },
    { target: 4_950, direction: 'sideways' },
    { target: 4_951, direction: 'under' },
    { target: 0, direction: 'under' },
    { target: NaN, direction: 'over' },
    { target: '4950', direction: 'under' },
  ]) {
    expect(maths.readChoice(choice)).toBeUndefined()
  }
  expect(maths.readChoice({ target: 4_950, direction: 'under', extra: 1 })).toEqual({
    target: 4_950,
    direction: 'under',
  })
})

test('the figures shown belong to the deployed build', () => {
  expect(readFigures('dice')).toEqual(computeFigures(maths))
})
