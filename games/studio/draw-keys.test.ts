/** Tests the verifiable random function against published vectors, and the life cycle of its keys. */
import { createPrivateKey } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawInput, isDrawn, placeOf } from '#contract/seed-pair.ts'
import { encodedMessage, outputOf, toBase64Url, verifiedOutput } from '#contract/vrf.ts'
import { type Casino, casino, type CasinoPlayer } from '#tests/setup/casino.ts'
import { prepareNextKey, prove, readDrawKeys, useAnnounced } from './draw-keys.ts'
import { listSeedPairs, openSeeds, rotateSeeds } from './seeds.ts'
import vectors from './vrf-vectors.json' with { type: 'json' }

describe('RSA-FDH-VRF-SHA256', () => {
  test.each(vectors.examples)('gives the proof and the output of RFC 9381 for the input “$alpha”', async (example) => {
    const jwk = vectors.keys[example.key]!
    const alpha = Buffer.from(example.alpha, 'hex').toString('latin1')
    // The vector file leaves out the one input of RFC 9381 that is not ASCII text.
    expect(Buffer.from(alpha, 'utf8').toString('hex')).toBe(example.alpha)
    const key = createPrivateKey({ key: jwk, format: 'jwk' })
    const proof = prove(key, await encodedMessage(jwk, alpha))
    expect(Buffer.from(proof).toString('hex')).toBe(example.pi)
    expect(await outputOf(proof)).toBe(example.beta)
    expect(await verifiedOutput(jwk, alpha, toBase64Url(proof))).toBe(example.beta)
    expect(await verifiedOutput(jwk, `${alpha}x`, toBase64Url(proof))).toBeNull()
  })
})

test('a key with another exponent, or a short modulus, proves nothing', async () => {
  const [jwk] = vectors.keys
  const proof = toBase64Url(Buffer.from(vectors.examples[0]!.pi, 'hex'))
  expect(await verifiedOutput({ ...jwk!, e: 'Aw' }, '', proof)).toBeNull()
  expect(await verifiedOutput({ n: toBase64Url(new Uint8Array(128).fill(255)), e: 'AQAB' }, '', proof)).toBeNull()
})

describe('a seed pair', () => {
  let house: Casino
  let player: CasinoPlayer
  beforeAll(async () => {
    house = await casino()
    player = await house.player()
  })
  afterAll(() => house.close())
  const seatIn = (game: string) => ({ owner: player.id, game, mode: 'real' as const })
  const pairsOf = (game: string) => listSeedPairs(house.parts, { owner: player.id, game })
  const keys = () => readDrawKeys(house.deps.db.kysely)

  // Shows: attack 134
  test('has the one seed that its key gives for player, game, number and client seed', async () => {
    await openSeeds(house.parts, seatIn('dice'), 'mine')
    for (let turn = 1; turn <= 3; turn++) {
      const rotated = await rotateSeeds(house.parts, seatIn('dice'), `mine ${turn}`)
      expect(rotated).toMatchObject({ ok: true, value: { revealed: { pair: turn }, fairness: { pair: turn + 1 } } })
    }
    const pairs = await pairsOf('dice')
    expect(pairs.map(({ number, clientSeed }) => [number, clientSeed])).toEqual([
      [4, 'mine 3'],
      [3, 'mine 2'],
      [2, 'mine 1'],
      [1, 'mine'],
    ])
    expect(pairs[0]).toMatchObject({ serverSeed: null, proof: null, revealedAt: null })
    const [key] = await keys()
    for (const { number, clientSeed, proof, serverSeed } of pairs.slice(1)) {
      const drawn = { key: key!, clientSeed, proof: proof!, serverSeed: serverSeed! }
      const place = await placeOf({ owner: player.id, game: 'dice', number })
      expect(await isDrawn({ ...drawn, place })).toBe(true)
      // Neither another seed, nor another place or client seed, has this proof.
      expect(await isDrawn({ ...drawn, place, serverSeed: pairs[0]!.serverSeedHash })).toBe(false)
      expect(await isDrawn({ ...drawn, place: await placeOf({ owner: player.id, game: 'dice', number: 9 }) })).toBe(
        false,
      )
      expect(await isDrawn({ ...drawn, place, clientSeed: 'other' })).toBe(false)
      expect(await isDrawn({ ...drawn, place, proof: 'no proof' })).toBe(false)
      expect(await verifiedOutput(key!, drawInput(place, clientSeed), proof!)).toBe(serverSeed)
    }
  })

  test('for money needs the player’s own seed; only demo play gets one from the studio', async () => {
    const token = await house.launch('limbo', { player })
    await house.app.db.asOwner("DELETE FROM studio.seeds WHERE game = 'limbo'")
    const refused = { status: 409, body: { error: { name: 'seedNeeded' } } }
    expect(await house.studioApi('GET', 'session', token)).toMatchObject(refused)
    const playId = '7d3f6d4e-0000-4000-8000-000000000001'
    const choice = { game: 'limbo', target: 200 }
    expect(await house.studioApi('POST', 'play', token, { playId, stake: 100, choice })).toMatchObject(refused)
    expect(await pairsOf('limbo')).toEqual([])
    const opened = await house.studioApi('GET', 'session?clientSeed=from%20the%20page', token)
    expect(opened.body.fairness).toMatchObject({ pair: 1, clientSeed: 'from the page', nextNonce: 0 })
    const again = await house.studioApi('GET', 'session?clientSeed=another', token)
    expect(again.body.fairness).toEqual(opened.body.fairness)
    expect((await house.studioApi('GET', `session?clientSeed=${'x'.repeat(65)}`, token)).status).toBe(422)
    const demo = await house.launch('limbo', {})
    expect((await house.studioApi('GET', 'session', demo)).body.fairness).toMatchObject({ pair: 1 })
  })

  test('opened by ten pages at once is one pair; rotated by ten at once, no number is skipped or used twice', async () => {
    const opened = await Promise.all(
      Array.from({ length: 10 }, (_, page) => openSeeds(house.parts, seatIn('plinko'), `page ${page}`)),
    )
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1)
    await Promise.all(
      Array.from({ length: 10 }, (_, page) => rotateSeeds(house.parts, seatIn('plinko'), `turn ${page}`)),
    )
    const numbers = (await pairsOf('plinko')).map(({ number }) => number)
    expect(numbers).toEqual(numbers.map((_, index) => numbers.length - index))
  })

  // Shows: attack 134
  test('uses a new key only once it is announced; earlier pairs stay with theirs', async () => {
    const [first] = await keys()
    house.app.moveClock(60_000)
    const id = await prepareNextKey(house.parts)
    expect(await prepareNextKey(house.parts)).toBeNull()
    house.app.moveClock(60_000)
    await openSeeds(house.parts, seatIn('keno'), 'mine')
    house.app.moveClock(60_000)
    await house.deps.db.transaction((tx) => useAnnounced(tx, [id!], house.deps.clock.now()))
    await rotateSeeds(house.parts, seatIn('keno'), 'mine')
    expect((await pairsOf('keno')).map(({ key }) => key)).toEqual([id, first!.id])
    expect((await keys()).map(({ id: each, usedFrom }) => [each, usedFrom !== null])).toEqual([
      [id, true],
      [first!.id, true],
    ])
  })
})
