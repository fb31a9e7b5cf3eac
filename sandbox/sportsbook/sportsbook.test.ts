import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { BetsReply, CashOutQuotes, EventsReply, signatureHeaders, SportsReply } from '#contract/sportsbook-protocol.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { createSandbox, type Sandbox } from '../main.ts'
import { isSigned, signatureOf } from './trading/wallet.ts'
import type { Background, Delta, WireEvent } from './wire.ts'

const secret = 'the secret shared with the sandbox'
const playerId = crypto.randomUUID()
let site: Server
let sandbox: Sandbox
/** Calls that the site received, and whether their signatures were valid. */
const received: Array<{ path: string; isGenuine: boolean }> = []

beforeAll(async () => {
  site = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      const [time, signature] = [signatureHeaders.timestamp, signatureHeaders.signature].map((name) =>
        String(request.headers[name]),
      )
      const { toSite } = sandbox.sportsbook!.keys
      received.push({ path: request.url!, isGenuine: isSigned(toSite, time!, signature!, body, Date.now()) })
      const { token } = JSON.parse(body) as { token?: string }
      const isKnown = token === 'valid'
      response.writeHead(isKnown ? HttpStatus.ok : HttpStatus.forbidden, { 'content-type': 'application/json' })
      const tokenExpiresAt = new Date(Date.now() + 60_000).toISOString()
      const player = {
        playerId,
        currency: 'EUR',
        country: 'DE',
        locale: 'en',
        balance: 5_000,
        freeBets: [],
        tokenExpiresAt,
      }
      response.end(JSON.stringify(isKnown ? player : { error: { name: 'tokenInvalid', message: '' } }))
    })
  })
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  sandbox = await createSandbox({
    port: 0,
    operatorUrl: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    secret,
    statePath: null,
    sportsbook: { journalPath: null },
  })
})
afterAll(async () => {
  await sandbox.close()
  site.close()
})

const at = (path: string) => `${sandbox.url}/sportsbook${path}`
async function get(path: string, token?: string): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(at(path), { headers: token ? { authorization: `Bearer ${token}` } : {} })
  return { status: answer.status, body: await answer.json() }
}

test('guests can read live and upcoming matches with their markets, and results', async () => {
  const { body } = (await get('/events')) as { body: { events: WireEvent[] } }
  const phases = body.events.map(({ board }) => board.phase)
  expect(phases.filter((phase) => phase === 'live').length).toBeGreaterThanOrEqual(5)
  expect(phases.filter((phase) => phase === 'upcoming').length).toBeGreaterThan(30)
  expect(new Set(body.events.map(({ sport }) => sport)).size).toBe(3)
  const upcoming = body.events.find(({ board, sport }) => board.phase === 'upcoming' && sport === 'football')!
  const { body: whole } = (await get(`/events/${upcoming.id}`)) as { body: { event: WireEvent } }
  expect(whole.event.markets.length).toBeGreaterThan(15)
  expect((await get('/events/football-999999999')).status).toBe(HttpStatus.notFound)
  const { body: results } = (await get('/results')) as { body: WireEvent[] }
  expect(results.length).toBeGreaterThan(20)
  expect(results.every(({ board }) => board.phase === 'ended' || board.phase === 'abandoned')).toBe(true)
})

test('a session is requested from the operator once, with a signature; a refused token opens no session', async () => {
  received.length = 0
  expect(await get('/session', 'valid')).toMatchObject({ body: { currency: 'EUR', balance: 5_000 } })
  expect(await get('/bets', 'valid')).toEqual({ status: HttpStatus.ok, body: { bets: [] } })
  expect(received).toEqual([{ path: '/api/partners/sportsbook/sportsbook/authenticate', isGenuine: true }])
  expect(await get('/session', 'forged')).toEqual({ status: HttpStatus.unauthorized, body: { error: 'tokenEnded' } })
  expect((await get('/bets')).status).toBe(HttpStatus.unauthorized)
})

async function operatorCall(call: string, body: object, key = sandbox.sportsbook!.keys.toSportsbook) {
  const text = JSON.stringify({ call, ...body })
  const time = String(Math.floor(Date.now() / 1000))
  const answer = await fetch(at(`/api/${call}`), {
    method: 'POST',
    headers: { [signatureHeaders.timestamp]: time, [signatureHeaders.signature]: signatureOf(key, time, text) },
    body: text,
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

test("calls without the operator's signature are refused; others get signed responses that conform to the protocol", async () => {
  const period = { from: new Date(0).toISOString(), to: new Date().toISOString(), after: null }
  const sports = await operatorCall('sports', { locale: 'de' })
  expect(SportsReply.parse(JSON.parse(sports.text)).sports.map(({ name }) => name)).toEqual([
    'Fußball',
    'Tennis',
    'Basketball',
  ])
  const time = sports.headers.get(signatureHeaders.timestamp)!
  const { toSportsbook } = sandbox.sportsbook!.keys
  expect(sports.headers.get(signatureHeaders.signature)).toBe(signatureOf(toSportsbook, time, sports.text))
  expect(BetsReply.parse(JSON.parse((await operatorCall('bets', period)).text))).toEqual({ bets: [], next: null })
  const quotes = CashOutQuotes.parse(JSON.parse((await operatorCall('cash-out-quotes', { betIds: ['x'] })).text))
  expect(quotes).toEqual({ quotes: [{ betId: 'x', amount: null }] })
  const { body } = (await get('/events')) as { body: { events: WireEvent[] } }
  const accented = body.events.find(({ home }) => /[áéüñãçö]/.test(home))!
  const search = accented.home.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase()
  const found = EventsReply.parse(JSON.parse((await operatorCall('events', { locale: 'en', search })).text)).events
  expect(found.every(({ name }) => name.includes(accented.home))).toBe(true)
  expect(found.length).toBeGreaterThan(0)
  expect(JSON.parse((await operatorCall('events', { locale: 'en', search: 'nobody' })).text)).toEqual({ events: [] })
  expect((await operatorCall('sports', { locale: 'de' }, 'another key')).status).toBe(HttpStatus.unauthorized)
})

test('a match that is over is still shown, without markets; an unknown one is not found', async () => {
  const [ended] = (await get('/results')).body as WireEvent[]
  expect((await get(`/events/${ended!.id}`)).body).toMatchObject({
    event: { id: ended!.id, markets: [], board: ended!.board },
  })
  expect((await get('/events/football-1')).status).toBe(HttpStatus.ok)
  expect((await get('/events/nothing')).status).toBe(HttpStatus.notFound)
})

test('table, form and meetings of a match follow from the matches that were played before it', async () => {
  const { body } = (await get('/events')) as { body: { events: WireEvent[] } }
  const results = (await get('/results')).body as WireEvent[]
  for (const sport of ['football', 'tennis', 'basketball'] as const) {
    const { id, home, away } = body.events.find((event) => event.sport === sport)!
    const known = (await get(`/events/${id}/background`)).body as Background
    const { sides, meetings } = known
    for (const side of [known.home, known.away]) {
      expect(side.position).toBeGreaterThanOrEqual(1)
      expect(side.position).toBeLessThanOrEqual(sides)
      expect(side.won).toBeLessThanOrEqual(side.played)
      expect(side.form).toHaveLength(5)
    }
    expect([known.home.side, known.away.side]).toEqual([home, away])
    expect(meetings.length).toBeGreaterThan(2)
    for (const meeting of meetings) {
      expect([meeting.home, meeting.away].toSorted()).toEqual([home, away].toSorted())
      // The same match as on its own page.
      expect((await get(`/events/${meeting.id}`)).body).toMatchObject({ event: { board: { score: meeting.score } } })
    }
    // The newest result of a side is the first of its form.
    const newest = results.find((each) => each.sport === sport && [each.home, each.away].includes(home))
    if (newest?.board.phase === 'ended') {
      const { score } = newest.board
      const difference = (score.home - score.away) * (newest.home === home ? 1 : -1)
      expect(known.home.form[0]).toBe(difference > 0 ? 'won' : difference === 0 ? 'drawn' : 'lost')
    }
  }
  expect((await get('/events/nothing/background')).status).toBe(HttpStatus.notFound)
})

test('the feed sends only changes of the topics that a client follows', async () => {
  const { body } = (await get('/events')) as { body: { events: WireEvent[] } }
  // Follows several, because one may end immediately.
  const live = body.events
    .filter(({ board, sport }) => board.phase === 'live' && sport !== 'football')
    .map(({ id }) => id)
  const socket = new WebSocket(at('/feed').replace('http', 'ws'))
  const deltas: Delta[] = []
  socket.on('message', (data: Buffer) => deltas.push(...(JSON.parse(String(data)) as Delta[])))
  await new Promise((done) => socket.once('open', done))
  socket.send(JSON.stringify({ topics: live.map((id) => `event:${id}`) }))
  await new Promise((done) => {
    socket.once('pong', done)
    socket.ping()
  })
  await expect
    .poll(() => {
      sandbox.sportsbook!.advance(1_000)
      return deltas.some(({ is }) => is === 'odds')
    })
    .toBe(true)
  const ids = deltas.flatMap((delta) => (delta.is === 'odds' || delta.is === 'market' ? [delta.event] : []))
  expect(ids.filter((id) => !live.includes(id))).toEqual([])
  socket.close()
})

test('an invalid request closes the feed', async () => {
  const socket = new WebSocket(at('/feed').replace('http', 'ws'))
  await new Promise((done) => socket.once('open', done))
  socket.send(JSON.stringify({ topics: ['players'] }))
  const code = await new Promise((done) => socket.once('close', done))
  expect(code).toBe(1008)
})
