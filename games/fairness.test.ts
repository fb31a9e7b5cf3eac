import { createHash, createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { openDraw, sha256Hex } from './fairness.ts'
import { verifyRound } from '#tests/setup/verify-round.ts'
import { games } from './games.ts'
import { firstChoice } from '#tests/setup/first-choice.ts'
import { isStepped } from './maths.ts'
import { longTest, test } from '#tests/setup/length.ts'

const serverSeed = 'f3c1'.repeat(16)

test('the numbers equal HMAC-SHA256 as documented, calculated by another implementation', async () => {
  const words: number[] = []
  for (let block = 0; block < 3; block++) {
    const digest = createHmac('sha256', serverSeed).update(`my seed:41:${block}`).digest()
    for (let index = 0; index < 8; index++) words.push(digest.readUInt32BE(index * 4))
  }
  const draw = await openDraw(serverSeed, 'my seed', 41)
  const drawn: number[] = []
  for (let index = 0; index < 20; index++) drawn.push(await draw.below(2 ** 32))
  expect(drawn).toEqual(words.slice(0, 20))
})

test('the commitment is the plain SHA-256 of the seed as text', async () => {
  expect(await sha256Hex(serverSeed)).toBe(createHash('sha256').update(serverSeed).digest('hex'))
})

test('32-bit words that would favour low numbers are skipped', async () => {
  const bound = 3 * 2 ** 30
  const words: number[] = []
  for (let block = 0; block < 40; block++) {
    const digest = createHmac('sha256', serverSeed).update(`x:0:${block}`).digest()
    for (let index = 0; index < 8; index++) words.push(digest.readUInt32BE(index * 4))
  }
  const draw = await openDraw(serverSeed, 'x', 0)
  const accepted = words.filter((word) => word < bound)
  expect(accepted.length).toBeLessThan(words.length)
  for (const word of accepted.slice(0, 200)) expect(await draw.below(bound)).toBe(word)
})

longTest('rolls of the real stream are uniform: chi-square over 16 bins of 20000 dice rounds', async () => {
  const bins = Array.from({ length: 16 }, () => 0)
  for (let nonce = 0; nonce < 20_000; nonce++) {
    const draw = await openDraw(serverSeed, 'even', nonce)
    bins[Math.floor((await draw.below(10_000)) / 625)]!++
  }
  const chiSquare = bins.reduce((sum, count) => sum + (count - 1_250) ** 2 / 1_250, 0)
  expect(chiSquare).toBeLessThan(37.7) // 15 degrees of freedom, 0.1 %
})

test('any round of any game is the same when recalculated, and another nonce, seed or choice gives another', async () => {
  for (const game of games) {
    // Rounds of several steps have a test of their own in stepped.test.ts.
    if (isStepped(game)) continue
    const stake = game.unit * 10
    const choice = firstChoice(game, stake)
    const facts = {
      game: game.slug,
      mathsVersion: game.version,
      serverSeed,
      clientSeed: 'player',
      nonce: 7,
      stake,
      choice,
    }
    const first = await verifyRound(facts)
    expect(await verifyRound(facts)).toEqual(first)
    expect(first.serverSeedHash).toBe(await sha256Hex(serverSeed))
    expect(JSON.stringify((await verifyRound({ ...facts, nonce: 8 })).outcome)).not.toBe(JSON.stringify(first.outcome))
    expect(JSON.stringify((await verifyRound({ ...facts, clientSeed: 'other' })).outcome)).not.toBe(
      JSON.stringify(first.outcome),
    )
  }
})

test('a version that was never published, or a choice never offered, is not verified', async () => {
  const facts = {
    game: 'dice',
    mathsVersion: '1.0.0',
    serverSeed,
    clientSeed: 'a',
    nonce: 0,
    stake: 10,
    choice: { target: 4_950, direction: 'under' as const },
  }
  await expect(verifyRound({ ...facts, mathsVersion: '9.9.9' })).rejects.toThrow(RangeError)
  await expect(verifyRound({ ...facts, game: 'toString' })).rejects.toThrow(RangeError)
  await expect(verifyRound({ ...facts, choice: null })).rejects.toThrow(RangeError)
})
