import { expect, test } from 'vitest'
import { recompute } from '#games/verifier/recompute.ts'
import { drawNames } from './draw-names.ts'

const namesOf = async (game: string, nonce = 4) => {
  const facts = { game, serverSeed: 'a'.repeat(64), clientSeed: 'mine', nonce, stake: 100, choice: null }
  return drawNames(await recompute(facts)).map(({ key, values }) => ({ key, ...values }))
}

test('each number of a slot is the stop of one reel of one spin', async () => {
  const names = await namesOf('ember-forge')
  expect(names.slice(0, 2)).toEqual([
    { key: 'reelLabel', spin: 1, reel: 1 },
    { key: 'reelLabel', spin: 1, reel: 2 },
  ])
})

test('reels that change their height draw the height first, then the stop', async () => {
  const names = await namesOf('library-of-owls')
  expect(names).toHaveLength(12)
  expect(names.slice(0, 3)).toEqual([
    { key: 'heightLabel', spin: 1, reel: 1 },
    { key: 'reelLabel', spin: 1, reel: 1 },
    { key: 'heightLabel', spin: 1, reel: 2 },
  ])
})

test('the numbers of a round that a feature draws more for are counted', async () => {
  const names = await namesOf('velvet-groove', 21)
  expect(names).toHaveLength(30)
  expect(names.slice(0, 2)).toEqual([
    { key: 'numberLabel', number: 1 },
    { key: 'numberLabel', number: 2 },
  ])
})
