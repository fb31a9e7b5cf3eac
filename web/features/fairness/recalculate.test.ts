import { generateKeyPairSync } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { quicknet } from '#contract/beacon.ts'
import { isGenuine } from '#contract/check-beacon.ts'
import { pointOf } from '#games/crash/maths.ts'
import { verifyRound } from '#tests/setup/verify-round.ts'
import { drawnBy, hashBefore } from '#games/shared.ts'
import { prove } from '#games/studio/draw-keys.ts'
import type { FairRound, SeedPair } from '#contract/games.ts'
import { drawInput, placeOf } from '#contract/seed-pair.ts'
import { encodedMessage, outputOf, thumbprintOf, toBase64Url } from '#contract/vrf.ts'
import { fairRound } from '#tests/setup/fair-round.ts'
import type { BeaconQuestion } from './beacon-worker.ts'
import { checkPairs } from './check-draw.ts'
import { factsOf } from './facts.ts'
import { readFacts } from './pasted-values.tsx'
import { recalculate, type Recalculated, recheckShared } from './recalculate.ts'

async function recorded(): Promise<FairRound> {
  const { outcome, serverSeedHash } = await verifyRound({ ...fairRound, game: fairRound.game.id })
  return { ...fairRound, outcome, serverSeedHash, payout: outcome.payout }
}

// Shows: 10.29
test('the recalculation of a recorded round agrees with hash and outcome', async () => {
  const round = await recorded()
  expect(await recalculate(factsOf(round)!, round)).toMatchObject({ agrees: { hash: true, outcome: true } })
})

test('a changed outcome, hash or seed does not agree', async () => {
  const round = await recorded()
  const outcome = { ...round.outcome!, payout: round.payout + 1 }
  expect(await recalculate(factsOf(round)!, { ...round, outcome })).toMatchObject({ agrees: { outcome: false } })
  expect(await recalculate(factsOf(round)!, { ...round, serverSeedHash: 'b'.repeat(64) })).toMatchObject({
    agrees: { hash: false },
  })
  expect(await recalculate({ ...factsOf(round)!, serverSeed: 'c'.repeat(64) }, round)).toMatchObject({
    agrees: { hash: false },
  })
})

test('pasted values are recalculated without a comparison, and an invalid stake gives notOffered', async () => {
  const round = await recorded()
  expect(await recalculate(factsOf(round)!, null)).toMatchObject({ agrees: null })
  expect(await recalculate({ ...factsOf(round)!, stake: 1.5 }, null)).toBe('notOffered')
})

describe('how the server seed was drawn', () => {
  const place = { owner: '3f2b8c1e-0000-4000-8000-000000000001', game: 'ember-forge', number: 3 }
  afterEach(() => void vi.unstubAllGlobals())

  /** Stubs a browser that has stored some keys, and a site that publishes keys. */
  function browser(keys: object[], stored: string[] = []): Map<string, string> {
    const storage = new Map(stored.length > 0 ? [['draw-keys', JSON.stringify(stored)]] : [])
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => storage.get(name) ?? null,
      setItem: (name: string, value: string) => void storage.set(name, value),
    })
    vi.stubGlobal('fetch', async (url: string) => Response.json(url.includes('draw-keys') ? keys : []))
    return storage
  }

  async function drawnRound(): Promise<FairRound> {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const { n, e } = publicKey.export({ format: 'jwk' }) as { n: string; e: string }
    const at = await placeOf(place)
    const proof = prove(privateKey, await encodedMessage({ n, e }, drawInput(at, fairRound.clientSeed)))
    const serverSeed = await outputOf(proof)
    const { outcome, serverSeedHash } = await verifyRound({ ...fairRound, serverSeed, game: fairRound.game.id })
    const key = { id: await thumbprintOf({ n, e }), n, e }
    return {
      ...fairRound,
      serverSeed,
      serverSeedHash,
      outcome,
      payout: outcome.payout,
      drawn: { number: place.number, place: at, key, proof: toBase64Url(proof) },
    }
  }
  const verdictOf = async (round: FairRound, playerId: string | null = place.owner) =>
    ((await recalculate(factsOf(round)!, round, playerId)) as Recalculated).agrees!.draw

  test('is good with a valid proof, the place of the player and a known key', async () => {
    const round = await drawnRound()
    const storage = browser([{ ...round.drawn!.key, usedFrom: '2026-01-01T00:00:00.000Z' }])
    expect(await verdictOf(round)).toBe('good')
    expect(JSON.parse(storage.get('draw-keys')!)).toEqual([round.drawn!.key.id])
    expect(await verdictOf(round, null)).toBe('good')
    expect(await verdictOf(round, '3f2b8c1e-0000-4000-8000-000000000002')).toBe('bad')
  })

  // Shows: attack 134
  test('is bad with another proof, key, place or client seed', async () => {
    const round = await drawnRound()
    const other = await drawnRound()
    browser([{ ...round.drawn!.key, usedFrom: '2026-01-01T00:00:00.000Z' }])
    for (const changed of [
      { proof: other.drawn!.proof },
      { proof: null },
      { key: other.drawn!.key },
      { key: { ...round.drawn!.key, id: other.drawn!.key.id } },
      { place: 'a'.repeat(64) },
    ])
      expect(await verdictOf({ ...round, drawn: { ...round.drawn!, ...changed } }, null)).toBe('bad')
    expect(await verdictOf({ ...round, clientSeed: 'theirs' })).toBe('bad')
  })

  test('is newKey for a key that no report announced, and oldRule for a round without a draw', async () => {
    const round = await drawnRound()
    browser([{ ...round.drawn!.key, usedFrom: '2026-01-01T00:00:00.000Z' }], ['another key'])
    expect(await verdictOf(round)).toBe('newKey')
    expect(await verdictOf({ ...round, drawn: null })).toBe('oldRule')
  })

  test('checkPairs returns the numbers of missing, wrong and unrevealed pairs', async () => {
    const round = await drawnRound()
    browser([{ ...round.drawn!.key, usedFrom: '2026-01-01T00:00:00.000Z' }])
    const pair = (number: number, change: Partial<SeedPair> = {}): SeedPair => ({
      number,
      openedAt: '2026-01-01T00:00:00.000Z',
      revealedAt: '2026-01-02T00:00:00.000Z',
      serverSeedHash: round.serverSeedHash,
      clientSeed: round.clientSeed,
      serverSeed: round.serverSeed,
      proof: round.drawn!.proof,
      key: round.drawn!.key.id,
      rounds: 1,
      ...change,
    })
    const hidden = { revealedAt: null, serverSeed: null, proof: null }
    const owner = { playerId: place.owner, game: place.game }
    expect(await checkPairs([pair(6, hidden), pair(5), pair(3), pair(2, hidden)], owner)).toEqual({
      missing: [1, 4],
      wrong: [5],
      unrevealed: [2],
    })
    expect(await checkPairs([], owner)).toEqual({ missing: [], wrong: [], unrevealed: [] })
  })
})

test('factsOf returns null for a round with a secret seed', async () => {
  expect(factsOf({ ...(await recorded()), serverSeed: null })).toBeNull()
})

test('a round of several steps agrees, and with other steps it does not', async () => {
  const acts = [{ type: 'reveal' as const, at: 6 }, { type: 'cashOut' as const }]
  for (let nonce = 0; ; nonce++) {
    const facts = { ...fairRound, game: 'mines', choice: { mines: 3 }, nonce, acts }
    const found = await verifyRound(facts).catch(() => null)
    // With a mine under the first tile, nothing can be cashed out.
    if (!found) continue
    const { outcome, serverSeedHash } = found
    const round: FairRound = {
      ...fairRound,
      ...facts,
      game: fairRound.game,
      outcome,
      serverSeedHash,
      payout: outcome.payout,
    }
    const input = { ...factsOf(round)!, game: 'mines' }
    expect(await recalculate(input, round)).toMatchObject({ agrees: { hash: true, outcome: true } })
    const { mines } = (outcome as { view: { mines: number[] } }).view
    const lost = { ...input, acts: [{ type: 'reveal' as const, at: mines[0]! }] }
    expect(await recalculate(lost, round)).toMatchObject({ agrees: { outcome: false } })
    expect(await recalculate({ ...input, acts: [{ type: 'cashOut' }] }, round)).toBe('notOffered')
    return
  }
})

test('a shared round agrees only if its hash leads to the last hash of the chain and gives its crash point', async () => {
  const hash = 'c0'.repeat(32)
  const salt = 'a public salt of an event'
  const point = pointOf(await drawnBy(salt, hash))
  const round = {
    number: 12,
    mathsVersion: '1.0.0',
    hash,
    point,
    isInterrupted: false,
    isCancelled: false,
    beacon: null,
  }
  const lastHash = await hashBefore(await hashBefore(await hashBefore(hash)))
  const chain = {
    length: 9,
    lastHash,
    firstRound: 10,
    event: '',
    salt,
    saltSource: '',
    createdAt: '',
    saltedAt: '',
    isDemo: false,
  }
  expect(await recheckShared('crash', round, chain, null)).toBe(true)
  expect(await recheckShared('crash', { ...round, point: point + 1 }, chain, null)).toBe(false)
  expect(await recheckShared('crash', round, { ...chain, firstRound: 11 }, null)).toBe(false)
  expect(await recheckShared('crash', round, { ...chain, salt: 'another salt of an event' }, null)).toBe(false)
  expect(await recheckShared('mines', round, chain, null)).toBe(false)
})

// Shows: attack 228, 11.6
test("a shared round with a beacon agrees only with the signature of the beacon's own key and round", async () => {
  const hash = 'c0'.repeat(32)
  // Round 1,000 of quicknet, as it was published.
  const signature = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'
  const round = {
    number: 10,
    mathsVersion: '1.0.0',
    hash,
    point: pointOf(await drawnBy(signature, hash)),
    isInterrupted: false,
    isCancelled: false,
    beacon: { chainHash: quicknet.chainHash, round: 1_000, signature },
  }
  const chain = {
    length: 9,
    lastHash: await hashBefore(hash),
    firstRound: 10,
    event: '',
    salt: 'a public salt of an event',
    saltSource: '',
    createdAt: '',
    saltedAt: '',
    isDemo: false,
  }
  const beacon = { ...quicknet, isDemo: false }
  const direct = async (question: BeaconQuestion) => isGenuine(question.beacon, question.round)
  const check = (of: object = {}, by: typeof beacon | null = beacon) =>
    recheckShared('crash', { ...round, ...of }, chain, by, direct)
  expect(await check()).toBe(true)
  expect(await check({ point: round.point + 1 })).toBe(false)
  // The salt decides nothing beside a beacon, and a beacon cannot be left out.
  expect(await check({ point: pointOf(await drawnBy(chain.salt, hash)) })).toBe(false)
  expect(await check({ beacon: null })).toBe(false)
  expect(await check({}, null)).toBe(false)
  expect(await check({ beacon: { ...round.beacon, round: 1_001 } })).toBe(false)
  expect(await check({ beacon: { ...round.beacon, chainHash: 'ab'.repeat(32) } })).toBe(false)
  expect(await check({ beacon: { ...round.beacon, signature: null } })).toBe(false)
  // Another key under the name and hash of quicknet.
  expect(await check({}, { ...beacon, genesis: 0 })).toBe(false)
  expect(await check({}, { ...beacon, publicKey: `84${beacon.publicKey.slice(2)}` })).toBe(false)
  const cancelled = { isCancelled: true, isInterrupted: true, point: 100, beacon: { ...round.beacon, signature: null } }
  expect(await check(cancelled)).toBe(true)
  expect(await recheckShared('crash', { ...round, ...cancelled, hash: 'c1'.repeat(32) }, chain, beacon, direct)).toBe(
    false,
  )
})

// Shows: change 7
test('pasted values may contain the version of the maths, and an unknown version gives notOffered', async () => {
  const form = new FormData()
  const values = { game: 'dice', server: 'ab'.repeat(32), nonce: '3', stake: '100', target: '4500', direction: 'under' }
  for (const [name, value] of Object.entries(values)) form.set(name, value)
  const present = readFacts(form, 'dice')!
  expect(present).not.toHaveProperty('mathsVersion')
  form.set('version', ' 1.0.0 ')
  const withVersion = readFacts(form, 'dice')!
  expect(withVersion).toEqual({ ...present, mathsVersion: '1.0.0' })
  expect(await recalculate(withVersion, null)).toEqual(await recalculate(present, null))
  expect(await recalculate({ ...withVersion, mathsVersion: '0.0.9' }, null)).toBe('notOffered')
})
