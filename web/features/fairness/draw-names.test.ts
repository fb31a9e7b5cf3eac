import { expect, test } from 'vitest'
import { recompute } from '#games/verifier/recompute.ts'
import { drawNames } from './draw-names.ts'

const namesOf = async (game: string, nonce = 4) => {
  const facts = { game, serverSeed: 'a'.repeat(64), clientSeed: 'mine', nonce, stake: 100, choice: null }
  return drawNames(await recompute(facts)).map(({ key, values }) => ({ key, ...values }))
}

test('the draws of a slot are labelled by spin and reel', async () => {
  const names = await namesOf('ember-forge')
  expect(names.slice(0, 2)).toEqual([
    { key: 'reelLabel', spin: 1, reel: 1 },
    { key: 'reelLabel', spin: 1, reel: 2 },
  ])
})

test('reels of variable height have a draw for the height before the one for the stop', async () => {
  const names = await namesOf('library-of-owls')
  expect(names).toHaveLength(12)
  expect(names.slice(0, 3)).toEqual([
    { key: 'heightLabel', spin: 1, reel: 1 },
    { key: 'reelLabel', spin: 1, reel: 1 },
    { key: 'heightLabel', spin: 1, reel: 2 },
  ])
})

test('draws of a round with a feature that needs more draws are numbered', async () => {
  const names = await namesOf('velvet-groove', 21)
  expect(names).toHaveLength(30)
  expect(names.slice(0, 2)).toEqual([
    { key: 'numberLabel', number: 1 },
    { key: 'numberLabel', number: 2 },
  ])
})
