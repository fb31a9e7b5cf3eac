import { expect, test } from 'vitest'
import { firstChoice } from '#tests/setup/first-choice.ts'
import { verifyRound } from '#tests/setup/verify-round.ts'
import { games } from '../games.ts'
import { isStepped } from '../maths.ts'
import { isSame, NotOffered, recompute } from './recompute.ts'

const facts = {
  game: 'ember-forge',
  mathsVersion: '1.0.0',
  serverSeed: 'a'.repeat(64),
  clientSeed: 'mine',
  nonce: 4,
  stake: 25,
  choice: null,
}

// Shows: 10.29
test('the verifier calculates the same outcome as the studio', async () => {
  const steps = await recompute(facts)
  const studio = await verifyRound(facts)
  expect(isSame(steps.outcome, studio.outcome)).toBe(true)
  expect(steps.fingerprint).toBe(studio.serverSeedHash)
  expect(steps.draws.length).toBeGreaterThanOrEqual(5)
})

/** Rounds of several steps need their acts as well: stepped-rounds.test.ts recalculates those. */
const ofOneStep = games.filter((maths) => !isStepped(maths))

test.each(ofOneStep.map((maths) => [maths.slug, maths] as const))(
  'rounds of %s are recalculated from their record',
  async (slug, maths) => {
    const stake = maths.unit * 10
    for (let nonce = 0; nonce < 5; nonce++) {
      const round = { ...facts, game: slug, nonce, stake, choice: firstChoice(maths, stake) }
      const { outcome } = await verifyRound(JSON.parse(JSON.stringify(round)) as typeof round)
      expect(isSame((await recompute(round)).outcome, outcome)).toBe(true)
    }
  },
)

test('another nonce, client seed or server seed is another round', async () => {
  const base = await recompute(facts)
  for (const other of [{ nonce: 5 }, { clientSeed: 'yours' }, { serverSeed: 'b'.repeat(64) }])
    expect((await recompute({ ...facts, ...other })).draws).not.toEqual(base.draws)
})

test('a stake, choice, version or game that was never offered is rejected', async () => {
  for (const wrong of [
    { stake: 26 },
    { stake: 0 },
    { game: 'none' },
    { mathsVersion: '0.0.1' },
    { game: 'dice', stake: 10, choice: { target: 1, direction: 'under' as const } },
  ])
    await expect(recompute({ ...facts, ...wrong })).rejects.toBeInstanceOf(NotOffered)
})

test('outcomes are compared by their fields, not by their order', () => {
  expect(isSame({ a: 1, b: [{ c: 2 }] }, { b: [{ c: 2 }], a: 1 })).toBe(true)
  expect(isSame({ a: 1 }, { a: 1, b: 2 })).toBe(false)
  expect(isSame({ payout: 10 }, { payout: 11 })).toBe(false)
})
