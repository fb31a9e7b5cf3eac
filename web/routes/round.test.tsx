import { expect, test, vi } from 'vitest'
import type { FairRound } from '#contract/games.ts'
import { labelsOf } from '#tests/setup/content.ts'
import { type Answering, type ShownView, views } from '#tests/setup/hook.tsx'
import { fairRound } from '#tests/setup/fair-round.ts'
import { verifyRound } from '#tests/setup/verify-round.ts'
import { apiKey } from '../api/use-api.ts'
// Loaded by the page on demand.
import '../features/fairness/recalculate.ts'
import { verifiableGames } from '../features/games/requests.ts'
import { route } from './round.tsx'

const show = views()
const words = labelsOf('fairness')
const facts = { ...fairRound, id: 'r1', isOwn: false }
const verified = await verifyRound({ ...facts, game: facts.game.id })
const recorded = (part: Partial<FairRound> = {}): FairRound => ({
  ...facts,
  outcome: verified.outcome,
  serverSeedHash: verified.serverSeedHash,
  payout: verified.outcome.payout,
  ...part,
})
const opened = (round: FairRound, posts: Answering = () => ({ status: 404 }), isSignedIn = true) =>
  show(<route.View />, {
    path: '/rounds/r1',
    params: { id: 'r1' },
    isSignedIn,
    answers: [
      [apiKey('GET /api/game/rounds/{id}', { params: { id: 'r1' } }), round],
      [apiKey('GET /api/game/seed-pairs', { query: { game: 'ember-forge' } }), []],
    ],
    answer: posts,
  })
const isDone = async (page: ShownView, text: string) => {
  for (let turn = 0; turn < 2000 && !page.text.includes(text); turn++)
    await page.perform(() => new Promise((resolve) => setImmediate(resolve)))
  return page.text.includes(text)
}

// Shows: 10.29
test('a round whose record agrees with its seeds is verified', async () => {
  const page = await opened(recorded())
  expect(page.text).not.toContain(words.verdictGood)
  await page.press(words.check!)
  expect(await isDone(page, words.verdictGood!)).toBe(true)
  expect(page.find(words.check!).disabled).toBe(false)
  expect(page.text).not.toContain(words.verdictBad)
})

// Shows: 10.29
test('a round whose record was changed is not', async () => {
  const outcome = { ...verified.outcome, payout: verified.outcome.payout + 1 }
  const page = await opened(recorded({ outcome: outcome as FairRound['outcome'] }))
  await page.press(words.check!)
  expect(await isDone(page, words.verdictBad!)).toBe(true)
  expect(page.text).not.toContain(words.verdictGood)
})

test('a round whose maths was never offered is named', async () => {
  const page = await opened(recorded({ mathsVersion: '99.0.0' }))
  await page.press(words.check!)
  expect(await isDone(page, words.notOffered!)).toBe(true)
})

test('of one’s own round the place of the pair is checked too: without knowing whose it is, nothing is verified', async () => {
  const profiles = vi.fn(() => ({ status: 503 }))
  const page = await opened(recorded({ isOwn: true }), ({ route: called }) =>
    called === 'GET /api/player/profile' ? profiles() : { status: 404 },
  )
  const before = profiles.mock.calls.length
  await page.press(words.check!)
  expect(await isDone(page, words.failed!)).toBe(true)
  expect(profiles.mock.calls.length).toBe(before + 1)
  expect(page.text).not.toContain(words.verdictGood)
})

const secret = recorded({ serverSeed: null, isOwn: true })

// Shows: 10.29
test('the seed of one’s own round is revealed, and the round is verified at once', async () => {
  const page = await opened(secret, ({ route: called }) => {
    if (called === 'GET /api/player/profile') return { body: { id: 'me' } }
    return called === 'POST /api/game/rounds/r1/reveal' ? { body: recorded({ isOwn: true }) } : { body: [] }
  })
  expect([page.has(words.check!), page.text.includes(words.revealHint!)]).toEqual([false, true])
  await page.press(words.reveal!)
  expect(await isDone(page, words.verdictGood!)).toBe(true)
  expect([page.has(words.reveal!), page.text.includes('a'.repeat(64))]).toEqual([false, true])
})

test.each([
  ['roundInProgress', 'roundInProgress'],
  ['tooManyReveals', 'tooManyReveals'],
  ['unavailable', 'revealFailed'],
])('a seed that is not revealed because of %s says so', async (name, label) => {
  const page = await opened(secret, ({ route: called }) =>
    called.startsWith('POST') ? { status: 409, body: { error: { name } } } : { body: { id: 'me' } },
  )
  await page.press(words.reveal!)
  expect(page.text).toContain(words[label])
  expect(page.find(words.reveal!).disabled).toBe(false)
})

test('the seed of another player’s round cannot be revealed, nor by a guest', async () => {
  for (const [round, isSignedIn] of [
    [recorded({ serverSeed: null }), true],
    [secret, false],
  ] as const) {
    const page = await opened(round, undefined, isSignedIn)
    expect([page.has(words.reveal!), page.has(words.check!)]).toEqual([false, false])
    expect(page.text).toContain(words.secretHint)
  }
})

const pasted = async () => {
  const games = { data: [{ id: 'ember-forge', name: 'Ember Forge', kind: 'slot' }], meta: {} }
  const page = await show(<route.View />, {
    path: '/rounds',
    answers: [[apiKey('GET /api/game/games', verifiableGames), games]],
  })
  await page.enter(words.serverSeed!, facts.serverSeed)
  await page.enter(words.clientSeed!, facts.clientSeed)
  return page
}

test('pasted values are recalculated without a record, and incomplete ones say so', async () => {
  const page = await pasted()
  await page.enter(words.nonce!, 'x')
  await page.press(words.check!)
  expect(page.text).toContain(words.incomplete)
  await page.enter(words.nonce!, '4')
  await page.press(words.check!)
  expect(await isDone(page, words.verdictNone!)).toBe(true)
  expect(page.text).toContain(words.payout!.replace('{payout}', String(verified.outcome.payout)))
  expect(page.text).toContain(verified.serverSeedHash)
  expect(page.text).not.toContain(words.incomplete)
})
