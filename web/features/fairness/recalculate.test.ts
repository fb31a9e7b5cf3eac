import { expect, test } from 'vitest'
import { pointOf } from '#games/crash/maths.ts'
import { verifyRound } from '#games/fairness.ts'
import { drawnBy, hashBefore } from '#games/shared.ts'
import type { FairRound } from '#contract/games.ts'
import { factsOf } from './facts.ts'
import { readFacts } from './pasted-values.tsx'
import { recalculate, recheckShared } from './recalculate.ts'

const base = {
  id: '01990000-0000-7000-8000-000000000000',
  game: { id: 'ember-forge', name: 'Ember Forge', thumbnail: '' },
  mode: 'real',
  status: 'settled',
  currency: 'EUR',
  stake: 100,
  extraStake: 0,
  choice: null,
  serverSeed: 'a'.repeat(64),
  clientSeed: 'mine',
  nonce: 4,
  mathsVersion: '1.0.0',
  mathsHash: '',
  createdAt: '2026-01-01T00:00:00.000Z',
  isOwn: true,
} as const

async function recorded(): Promise<FairRound> {
  const { outcome, serverSeedHash } = await verifyRound({ ...base, game: base.game.id })
  return { ...base, outcome, serverSeedHash, payout: outcome.payout }
}

test('a round as it was played agrees with its record', async () => {
  const round = await recorded()
  expect(await recalculate(factsOf(round)!, round)).toMatchObject({ agrees: { hash: true, outcome: true } })
})

test('a changed outcome, hash or seed does not agree with the record', async () => {
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

test('pasted values have no record to agree with, and values that were never offered are refused', async () => {
  const round = await recorded()
  expect(await recalculate(factsOf(round)!, null)).toMatchObject({ agrees: null })
  expect(await recalculate({ ...factsOf(round)!, stake: 1.5 }, null)).toBe('notOffered')
})

test('a secret seed cannot be recalculated', async () => {
  expect(factsOf({ ...(await recorded()), serverSeed: null })).toBeNull()
})

test('a round of several steps agrees with its record, and another act does not', async () => {
  const acts = [{ type: 'reveal' as const, at: 6 }, { type: 'cashOut' as const }]
  for (let nonce = 0; ; nonce++) {
    const facts = { ...base, game: 'mines', choice: { mines: 3 }, nonce, acts }
    const found = await verifyRound(facts).catch(() => null)
    // A mine under the first tile leaves nothing to cash out.
    if (!found) continue
    const { outcome, serverSeedHash } = found
    const round: FairRound = { ...base, ...facts, game: base.game, outcome, serverSeedHash, payout: outcome.payout }
    const given = { ...factsOf(round)!, game: 'mines' }
    expect(await recalculate(given, round)).toMatchObject({ agrees: { hash: true, outcome: true } })
    const { mines } = (outcome as { view: { mines: number[] } }).view
    const lost = { ...given, acts: [{ type: 'reveal' as const, at: mines[0]! }] }
    expect(await recalculate(lost, round)).toMatchObject({ agrees: { outcome: false } })
    expect(await recalculate({ ...given, acts: [{ type: 'cashOut' }] }, round)).toBe('notOffered')
    return
  }
})

test('a shared round agrees if its hash leads to the published one and gives its point, and not otherwise', async () => {
  const hash = 'c0'.repeat(32)
  const salt = 'a public salt of an event'
  const point = pointOf(await drawnBy(salt, hash))
  const round = { number: 12, mathsVersion: '1.0.0', hash, point, isInterrupted: false }
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
  expect(await recheckShared('crash', round, chain)).toBe(true)
  expect(await recheckShared('crash', { ...round, point: point + 1 }, chain)).toBe(false)
  expect(await recheckShared('crash', round, { ...chain, firstRound: 11 })).toBe(false)
  expect(await recheckShared('crash', round, { ...chain, salt: 'another salt of an event' })).toBe(false)
  expect(await recheckShared('mines', round, chain)).toBe(false)
})

test('pasted values may name the version of the maths, so that a round of a replaced one can be recalculated', async () => {
  const form = new FormData()
  const values = { game: 'dice', server: 'ab'.repeat(32), nonce: '3', stake: '100', target: '4500', direction: 'under' }
  for (const [name, value] of Object.entries(values)) form.set(name, value)
  const present = readFacts(form, 'dice')!
  expect(present).not.toHaveProperty('mathsVersion')
  form.set('version', ' 1.0.0 ')
  const named = readFacts(form, 'dice')!
  expect(named).toEqual({ ...present, mathsVersion: '1.0.0' })
  expect(await recalculate(named, null)).toEqual(await recalculate(present, null))
  expect(await recalculate({ ...named, mathsVersion: '0.0.9' }, null)).toBe('notOffered')
})
