import { expect, test } from 'vitest'
import { questKind } from './quest-kind.ts'

const described = (part: object) =>
  questKind.describe(
    questKind.schema.parse({
      name: { en: 'A quest' },
      description: { en: 'For a test' },
      order: 'free',
      days: 7,
      claim: 'automatic',
      tasks: [{ kind: 'rounds', count: 20 }],
      rewards: [{ kind: 'points', points: 100 }],
      ...part,
    }),
  )

test('operators read of a quest its tasks in their order, its term, every reward and how often it can be done', () => {
  expect(described({})).toBe('A quest; 20 rounds; 7 days; 100 points; once')
  expect(
    described({
      order: 'sequence',
      tasks: [
        { kind: 'stake', amount: { base: '50' } },
        { kind: 'multiplier', count: 2, atLeast: 10 },
      ],
      rewards: [
        { kind: 'cash', amount: { base: '5' } },
        { kind: 'freeBet', freeBetId: 'free-bet-5' },
      ],
      repeat: { max: 3, everyDays: 7 },
      conditions: { countries: { except: ['DE'] }, isVerified: true },
    }),
  ).toBe(
    'A quest; stake 50, then 2 wins of 10x; 7 days; 5 in cash and free bet free-bet-5; up to 3 times, every 7 days; only not in DE, verified',
  )
})
