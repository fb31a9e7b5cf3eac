import { expect, test } from 'vitest'
import { openDraw } from '../fairness.ts'
import { aRoundOf } from '#tests/setup/stepped-play.ts'
import { games } from '../games.ts'
import { firstChoice } from '#tests/setup/first-choice.ts'
import { isStepped } from '../maths.ts'
import { readRound, type StoredRound } from './round-row.ts'

const stored = (json: Pick<StoredRound, 'choice' | 'outcome'>) =>
  ({ id: 'r-1', ...(JSON.parse(JSON.stringify(json)) as typeof json) }) as StoredRound

test.each(games.map((maths) => [maths.slug, maths] as const))(
  'rounds of %s are read as they were stored, each field included',
  async (_slug, maths) => {
    const stake = maths.unit * 10
    const choice = firstChoice(maths, stake)
    for (let nonce = 0; nonce < 300; nonce++) {
      const draw = await openDraw('a'.repeat(64), 'rows', nonce)
      const outcome = isStepped(maths)
        ? await aRoundOf(maths, draw, stake, nonce % 5)
        : await maths.play(draw, stake, choice)
      expect(readRound(stored({ choice, outcome }))).toEqual({ id: 'r-1', choice, outcome })
    }
  },
)

test('a round without an outcome is read, and one of a form that no game has throws with its id and place', () => {
  expect(readRound(stored({ choice: null, outcome: null }))).toMatchObject({ outcome: null })
  expect(() => readRound(stored({ choice: { target: '1', direction: 'under' }, outcome: null }))).toThrow(
    'round r-1 is malformed at choice',
  )
  expect(() => readRound(stored({ choice: null, outcome: { spins: 3 } }))).toThrow('round r-1 is malformed at outcome')
})
