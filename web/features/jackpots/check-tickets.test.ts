import { generateKeyPairSync } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { drawnNumber } from '#contract/jackpot-odds.ts'
import type { TicketPair } from '#contract/jackpots.ts'
import { drawInput, placeOf } from '#contract/seed-pair.ts'
import { encodedMessage, outputOf, thumbprintOf, toBase64Url } from '#contract/vrf.ts'
import { prove } from '#games/studio/draw-keys.ts'
import { checkTickets } from './check-tickets.ts'

const viewer = { playerId: '3f2b8c1e-0000-4000-8000-000000000001', currency: 'EUR' }
const clientSeed = 'mine'
const terms = {
  id: 'j1',
  sideStake: 10,
  levels: [
    { level: 'mini', cap: 100, contribution: 50 },
    { level: 'grand', cap: 1000, contribution: 1 },
  ],
}

/** A pair that follows from a key, with that key. */
async function drawnPair(): Promise<{ pair: TicketPair; key: object }> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { n, e } = publicKey.export({ format: 'jwk' }) as { n: string; e: string }
  const place = await placeOf({ owner: viewer.playerId, game: 'jackpot:j1', number: 4 })
  const proof = prove(privateKey, await encodedMessage({ n, e }, drawInput(place, clientSeed)))
  const id = await thumbprintOf({ n, e })
  const pair = {
    id: 'p1',
    jackpotId: 'j1',
    number: 4,
    key: id,
    serverSeedHash: '',
    clientSeed,
    nextNonce: 3,
    openedAt: '2026-10-01T00:00:00.000Z',
    revealedAt: '2026-10-02T00:00:00.000Z',
    serverSeed: await outputOf(proof),
    proof: toBase64Url(proof),
  }
  return { pair, key: { id, n, e, usedFrom: '2026-01-01T00:00:00.000Z' } }
}
const { pair, key } = await drawnPair()

/** What the seeds and pots of a draw determine. */
async function drawOf(nonce: number, pots = [50, 400]) {
  const drawn = await Promise.all(
    terms.levels.map(async ({ level, cap }, at) =>
      Number(await drawnNumber(pair.serverSeed!, `${clientSeed}:${nonce}:${level}`, BigInt(cap - pots[at]!))),
    ),
  )
  const won = terms.levels.map(({ contribution }, at) => (drawn[at]! < contribution ? pots[at]! + contribution : 0))
  return { number: 70 + nonce, nonce, pots, drawn, won }
}
type Draw = Awaited<ReturnType<typeof drawOf>>
const draws = await Promise.all([0, 1, 2].map((nonce) => drawOf(nonce)))

/** Two draws on the first page, with a side stake whose round is not over, and the others on the second. */
function site(listed: Draw[], keys: object[] = [key], jackpots: object[] = [terms]): string[] {
  const asked: string[] = []
  vi.stubGlobal('document', { cookie: 'access_token=abc', documentElement: { lang: 'en' } })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    if (url.includes('draw-keys')) return Response.json(keys)
    const isSecond = url.includes('before=20')
    const data = (isSecond ? listed.slice(2) : listed.slice(0, 2)).map((draw) => ({ draw }))
    return Response.json({
      data: isSecond ? data : [{ draw: null }, ...data],
      next: isSecond ? null : '20',
      jackpots,
    })
  })
  return asked
}
afterEach(() => vi.unstubAllGlobals())

test('every draw of a pair is recalculated, over all pages', async () => {
  const asked = site(draws)
  expect(await checkTickets(pair, viewer)).toEqual({ count: 3, wrong: [] })
  expect(asked.filter((url) => url.includes('tickets'))).toEqual([
    '/api/game/jackpots/EUR/tickets?pairId=p1',
    '/api/game/jackpots/EUR/tickets?pairId=p1&before=20',
  ])
})

test.each([
  ['another number drawn', (draw: Draw) => ({ ...draw, drawn: draw.drawn.map((each) => each + 1) })],
  ['another prize', (draw: Draw) => ({ ...draw, won: draw.won.map((each) => each + 1) })],
  ['another pot', (draw: Draw) => ({ ...draw, pots: [49, 401] })],
])('a draw with %s is named', async (_, change) => {
  site([draws[0]!, change(draws[1]!), draws[2]!])
  expect(await checkTickets(pair, viewer)).toEqual({ count: 3, wrong: [71] })
})

test('a draw that is missing or listed twice is found, and one without the terms of its jackpot is not trusted', async () => {
  site(draws.slice(0, 2))
  expect(await checkTickets(pair, viewer)).toEqual({ count: 2, wrong: [0] })
  site([draws[0]!, draws[1]!, { ...draws[1]!, number: 99 }, draws[2]!])
  expect(await checkTickets(pair, viewer)).toEqual({ count: 3, wrong: [99] })
  site(draws, [key], [{ ...terms, id: 'j2' }])
  expect(await checkTickets(pair, viewer)).toEqual({ count: 3, wrong: [70, 71, 72] })
})

test('a seed that does not follow from the published key, for this player and pair, is not recalculated', async () => {
  const other = await drawnPair()
  const asked = site(draws)
  const bad = { count: 0, wrong: [0] }
  for (const changed of [
    { number: 5 },
    { jackpotId: 'j2' },
    { clientSeed: 'theirs' },
    { proof: other.pair.proof },
    { serverSeed: 'a'.repeat(64) },
    { proof: null },
    { serverSeed: null },
    { key: 'unknown' },
  ])
    expect(await checkTickets({ ...pair, ...changed }, viewer)).toEqual(bad)
  expect(await checkTickets(pair, { ...viewer, playerId: '3f2b8c1e-0000-4000-8000-000000000002' })).toEqual(bad)
  expect(asked.some((url) => url.includes('tickets'))).toBe(false)
})
