/** The wallet as an aggregator calls it in the SoftSwiss form, over real HTTP on a real database. */
import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorWalletConformance } from '#games/studio/operator-wallet-conformance.ts'
import { gameStudioConformance } from '#server/partners/game-studio/conformance.ts'
import { createSoftswissStudio } from '#server/partners/game-studio/softswiss/softswiss.ts'
import { casino, type Casino, type CasinoPlayer } from '#tests/setup/casino.ts'
import { inSoftswiss, softswissWallet } from '#tests/setup/outside-studio.ts'
import { findBreaches, ledgerInvariants } from '#server/ledger/invariants.ts'
import { invariants as bonusInvariants } from '#server/bonuses/invariants.ts'
import { closeRounds } from './close-rounds.ts'
import { mountStudios } from './mount.ts'
import { refreshGames } from './refresh-games.ts'
import { syncCatalogues } from './sync-catalogues.ts'

const secret = 'a secret shared with the aggregator'
const sign = (body: string | Buffer, key = secret) => createHmac('sha256', key).update(body).digest('hex')
type Opened = { session_id: string; user: { id: string }; game: string; client_type: string }
const opened: Opened[] = []
const issued: Array<{ issue_id: string; freespins_quantity: number; bet_amount: number; user: { id: string } }> = []
const unsigned: string[] = []

/** The aggregator's side of the site's calls. */
const aggregator: Server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const body = Buffer.concat(parts)
    if (![secret, quaySecret].some((key) => request.headers['x-request-sign'] === sign(body, key)))
      unsigned.push(request.url!)
    const call = JSON.parse(body.toString())
    if (request.url === '/sessions') opened.push(call)
    if (request.url === '/freespins/issue') issued.push(call)
    const answers: Record<string, object> = {
      '/games': { games: [game('moths'), game('tides'), { identifier: 'no title' }] },
      '/sessions': { launch_options: { game_url: 'https://games.test/real' } },
      '/demo': { launch_options: { game_url: 'https://games.test/demo' } },
    }
    response.end(JSON.stringify(answers[request.url!] ?? {}))
  })
})
const game = (identifier: string) => ({
  identifier,
  title: `Game ${identifier}`,
  provider: 'Paper Lantern',
  category: 'slots',
  devices: ['desktop'],
  thumbnail: 'https://cdn.test/tile.png',
  restrictions: { default: { blacklist: ['US'] } },
  has_freespins: true,
  has_demo: true,
  payout: '96.1',
  volatility_rating: 'medium',
  multiplier: 1000,
  bets: [{ currency: 'EUR', min: 10, max: 10_000 }],
  released_at: '2026-01-01',
})
await new Promise<void>((resolve) => aggregator.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(aggregator.address() as AddressInfo).port}`
const quaySecret = 'a secret of another aggregator'
const connect = (slug = 'harbour', secrets = [secret, 'a newer secret of the two']) =>
  createSoftswissStudio({ slug, name: slug, url, casinoId: 'fairhouse', secrets, tokenKey: `a key for ${slug}` })

let fixture: Casino
let wallet = ''
beforeAll(async () => {
  fixture = await casino({
    studios: [connect(), connect('quay', [quaySecret])],
    plugins: (deps) => [(app) => mountStudios(app, deps)],
  })
  wallet = `${fixture.url}/api/partners/studios/harbour`
  await syncCatalogues(fixture.deps, { isForced: true })
  await refreshGames(fixture.deps)
})
afterAll(async () => {
  await fixture.close()
  aggregator.closeAllConnections()
  await new Promise((resolve) => aggregator.close(resolve))
})

const adapter = connect()
const listed = await adapter.outside!.catalogue()
adapter.outside!.setGames(
  (listed.ok ? listed.value : []).map(({ code, name, studio }) => ({
    slug: `harbour-${code}`,
    kind: 'slot',
    volatility: 'medium',
    rtp: 96.1,
    rtpExact: { numerator: 961n, denominator: 1000n },
    hitRate: null,
    deviation: null,
    maxWinMultiplier: 1000.25,
    mathsVersion: null,
    mathsHash: null,
    releasedOn: null,
    features: [],
    maker: { slug: 'paper-lantern', name: studio },
    tile: '',
    dominantColor: 'transparent',
    stakes: [],
    text: () => ({ name, description: '', rules: [], keywords: [] }),
    outside: {
      code,
      category: 'slots',
      platforms: [],
      blockedCountries: [],
      currencies: [],
      languages: [],
      hasFreeRounds: true,
      hasDemo: true,
      isOffered: true,
    },
  })),
)
gameStudioConformance('the SoftSwiss adapter', () => ({
  studio: adapter,
  sign: (rawBody) => ({ 'x-request-sign': sign(rawBody) }),
  tokenOf: () => opened.at(-1)!.session_id,
  isDated: false,
}))

async function launch(player: CasinoPlayer, headers: Record<string, string> = {}): Promise<Opened> {
  const answer = await fixture.app.send({
    method: 'POST',
    url: '/api/game/games/harbour-moths/play',
    token: player.token,
    headers,
    payload: { mode: 'real' },
  })
  expect([answer.status, answer.body.url]).toEqual([200, 'https://games.test/real'])
  return opened.at(-1)!
}

const users = new Map<string, string>()
operatorWalletConformance(
  'in the SoftSwiss form',
  () => ({
    async seat() {
      const player = await fixture.player({ EUR: 100_00n })
      const { session_id: token } = await launch(player)
      users.set(token, player.id)
      return {
        wallet: softswissWallet({ url: wallet, secret, userOf: (given) => users.get(given) ?? player.id }),
        token,
        balance: () => fixture.balance(player),
        async signOut() {
          await fixture.app.db.asOwner(
            `UPDATE identity.sessions SET closed_at = now(), close_reason = 'signed-out' WHERE id = $1`,
            [player.sessionId],
          )
        },
      }
    },
  }),
  {
    game: 'moths',
    otherGame: null,
    spell: inSoftswiss,
    refusesZero: false,
    acceptsLateRollback: true,
    largestWin: Number.MAX_SAFE_INTEGER,
  },
)

async function send(path: string, call: unknown, signature?: string) {
  const body = typeof call === 'string' ? call : JSON.stringify(call)
  const answer = await fetch(`${wallet}/${path}`, {
    method: 'POST',
    headers: { 'x-request-sign': signature ?? sign(body) },
    body,
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

async function seated() {
  const player = await fixture.player({ EUR: 100_00n })
  const { session_id } = await launch(player)
  const round = randomUUID()
  const common = { session_id, user_id: player.id, currency: 'EUR', game: 'moths', game_id: round }
  const play = (actions: object[], more: object = {}) => send('play', { ...common, actions, ...more })
  return { player, common, round, play, funds: () => fixture.balance(player) }
}
const bet = (action_id: string, amount = 10_00) => ({ action: 'bet', amount, action_id })
const win = (action_id: string, amount: number) => ({ action: 'win', amount, action_id })

test('every call of the site is signed', () => {
  expect(unsigned).toEqual([])
})

test('a phone opens the game for phones', async () => {
  const player = await fixture.player({ EUR: 1_00n })
  const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0.0.0 Mobile Safari/537.36' }
  const desktop = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36' }
  expect((await launch(player, phone)).client_type).toBe('mobile')
  expect((await launch(player, desktop)).client_type).toBe('desktop')
})

// Shows: 11.40
test('a bet and its win in one call are both done, once', async () => {
  const { play, funds, round } = await seated()
  for (let turn = 0; turn < 2; turn++)
    expect(await play([bet('b1'), win('w1', 15_00)], { finished: true })).toMatchObject({
      status: 200,
      body: { balance: 105_00, game_id: round, transactions: [{ action_id: 'b1' }, { action_id: 'w1' }] },
    })
  expect(await funds()).toBe(105_00n)
})

test('after a refused action nothing more is done, and the answer states the balance', async () => {
  const { play, funds } = await seated()
  expect(await play([bet('c1', 60_00), bet('c2', 60_00), win('c3', 500_00)])).toMatchObject({
    status: 412,
    body: { code: 100, balance: 40_00, transactions: [{ action_id: 'c1' }] },
  })
  expect(await funds()).toBe(40_00n)
})

const rest = async (key: string) =>
  (await fixture.app.db.asOwner('SELECT amount::text FROM ledger.remainders WHERE idempotency_key = $1', [key])).rows

test('a win with a fraction of a subunit is rounded down and the rest noted; such a bet is refused as a whole', async () => {
  const { common, play, funds } = await seated()
  expect(await play([bet('i1'), win('i2', 15_00.75)])).toMatchObject({ status: 200, body: { balance: 105_00 } })
  expect(await rest('i2')).toEqual([{ amount: '0.75' }])
  expect((await play([win('i3', 1_00), bet('i4', 10.5)])).status).toBe(400)
  const written = JSON.stringify({ ...common, actions: [win('i5', 1)] }).replace(
    '"amount":1',
    '"amount":1.99999999999999999',
  )
  expect(await send('play', written)).toMatchObject({ status: 200, body: { balance: 105_01 } })
  expect(await rest('i5')).toEqual([{ amount: '0.99999999999999999' }])
  expect(await funds()).toBe(105_01n)
})

test('a rollback after its bet was paid is answered with success and an empty transaction, and the next one is done', async () => {
  const { common, play, funds } = await seated()
  await play([bet('j1'), win('j2', 15_00)], { finished: true })
  const other = { ...common, game_id: randomUUID() }
  await send('play', { ...other, actions: [bet('j3')] })
  const undo = (call: object, action_id: string, original_action_id: string) =>
    send('rollback', { ...call, actions: [{ action: 'rollback', action_id, original_action_id }] })
  for (let turn = 0; turn < 2; turn++)
    expect(await undo(common, 'j4', 'j1')).toMatchObject({
      status: 200,
      body: { balance: 95_00, transactions: [{ action_id: 'j4', tx_id: '' }] },
    })
  expect(await undo(other, 'j5', 'j3')).toMatchObject({ status: 200, body: { transactions: [{ tx_id: 'j5' }] } })
  expect(await funds()).toBe(105_00n)
})

const stateOf = async (round: string) => {
  const { rows } = await fixture.app.db.asOwner('SELECT status FROM games.rounds WHERE id = $1', [round])
  return rows[0]?.status
}
const closed = async () => {
  fixture.app.moveClock(15 * 60_000)
  await closeRounds(fixture.deps)
}

test('a round that is finished without an action is closed a quarter of an hour later, also after signing out', async () => {
  const { play, player, round, funds } = await seated()
  await play([bet('e1')])
  await play([win('e2', 4_00)])
  await fixture.app.db.asOwner(
    `UPDATE identity.sessions SET closed_at = now(), close_reason = 'signed-out' WHERE id = $1`,
    [player.sessionId],
  )
  for (let turn = 0; turn < 2; turn++)
    expect(await play([], { finished: true })).toMatchObject({ status: 200, body: { balance: 94_00, game_id: round } })
  fixture.app.moveClock(15 * 60_000 - 1)
  await closeRounds(fixture.deps)
  expect(await stateOf(round)).toBe('open')
  fixture.app.moveClock(1)
  await closeRounds(fixture.deps)
  expect([await stateOf(round), await funds()]).toEqual(['settled', 94_00n])
  expect(await play([], { finished: true })).toMatchObject({ status: 200 })
  expect((await play([win('e3', 1_00)])).status).toBe(412)
})

test('a rollback that finishes its round closes what is left of it', async () => {
  const { common, play, round, funds } = await seated()
  await play([bet('f1'), bet('f3')])
  const actions = [{ action: 'rollback', action_id: 'f4', original_action_id: 'f3' }]
  expect(await send('rollback', { ...common, actions, finished: true })).toMatchObject({
    status: 200,
    body: { balance: 90_00, transactions: [{ action_id: 'f4' }] },
  })
  await closed()
  expect([await stateOf(round), await funds()]).toEqual(['settled', 90_00n])
})

// Shows: fault 26
test('free spins that ended here before their total arrived are paid what was played, once', async () => {
  const player = await fixture.player({ EUR: 100_00n })
  const id = randomUUID()
  const now = fixture.deps.clock.now()
  await fixture.app.db.asOwner(
    `INSERT INTO bonuses.player_freespins (id, player_id, bonus_id, offer_version, terms, is_once, currency, created_at, expires_at, game_id, count, spin_amount, status)
     VALUES ($1, $2, 'spins', 1, '{"name": {"en": "Spins"}}', false, 'EUR', $3, $4, 'harbour-moths', 10, 20, 2)`,
    [id, player.id, now, new Date(now.getTime() + 86_400_000)],
  )
  await launch(player)
  await fixture.app.db.asOwner(
    'UPDATE bonuses.player_freespins SET status = 3, result = 3, finished_at = $2 WHERE id = $1',
    [id, now],
  )
  const total = (status: string, total_amount: number) => send('freespins', { issue_id: id, status, total_amount })
  expect((await total('canceled', 0)).status).toBe(200)
  expect(await fixture.balance(player)).toBe(100_00n)
  const answers = await Promise.all(Array.from({ length: 5 }, () => total('expired', 3_20)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await fixture.balance(player)).toBe(103_20n)
  const { rows } = await fixture.app.db.asOwner('SELECT used, result FROM bonuses.player_freespins WHERE id = $1', [id])
  expect(rows).toEqual([{ used: 0, result: 3 }])
  expect(await findBreaches(fixture.deps.db.pool, [...ledgerInvariants, ...bonusInvariants])).toEqual([])
})

// Shows: fault 20
test("a studio reads no token of another and touches no round of another's", async () => {
  const { play, player, common, round, funds } = await seated()
  await play([bet('h1')])
  const otherWallet = `${fixture.url}/api/partners/studios/quay`
  const ask = async (path: string, call: object, key: string) => {
    const body = JSON.stringify(call)
    const answer = await fetch(`${otherWallet}/${path}`, {
      method: 'POST',
      headers: { 'x-request-sign': sign(body, key) },
      body,
    })
    return [answer.status, ((await answer.json()) as { code: number }).code]
  }
  const undo = { ...common, actions: [{ action: 'rollback', action_id: 'h2', original_action_id: 'h1' }] }
  // With the own key, another studio's token; with the other's key, its own address.
  expect(await ask('play', { ...common, actions: [bet('h3')] }, quaySecret)).toEqual([412, 101])
  expect(await ask('rollback', undo, quaySecret)).toEqual([412, 101])
  expect(await ask('play', { ...common, actions: [bet('h3')] }, secret)).toEqual([403, 403])
  // A token of its own for the same player names the same round id: a round of its own, without the bet.
  await fixture.app.send({
    method: 'POST',
    url: '/api/game/games/quay-moths/play',
    token: player.token,
    payload: { mode: 'real' },
  })
  const own = { ...undo, session_id: opened.at(-1)!.session_id }
  expect((await ask('play', { ...own, actions: [win('h4', 5_00)] }, quaySecret))[0]).toBe(412)
  await ask('rollback', own, quaySecret)
  expect(await ask('play', { ...own, actions: [], finished: true }, quaySecret)).toEqual([200, undefined])
  await closed()
  expect([await stateOf(round), await funds()]).toEqual(['open', 90_00n])
})

test("nobody finishes another player's round", async () => {
  const [one, other] = [await seated(), await seated()]
  await one.play([bet('g1')])
  await send('play', { ...other.common, game_id: one.round, actions: [], finished: true })
  await closed()
  expect(await stateOf(one.round)).toBe('open')
})

// Shows: fault 20
test('a wrong signature, a malformed body and an unknown call change nothing', async () => {
  const { common, play, funds } = await seated()
  const call = { ...common, actions: [bet('d1')] }
  expect((await send('play', call, sign('other'))).status).toBe(403)
  expect((await send('play', call, sign(JSON.stringify(call), 'another secret'))).status).toBe(403)
  expect((await send('play', '{')).status).toBe(400)
  expect((await send('play', { ...call, actions: [{ action: 'steal', amount: 1, action_id: 'x' }] })).status).toBe(400)
  expect((await send('unknown', call)).status).toBe(404)
  expect((await play([bet('d1', -1)])).status).toBe(400)
  expect((await send('play', { ...call, user_id: randomUUID() })).body.code).toBe(101)
  expect(await funds()).toBe(100_00n)
})

// Shows: fault 22
test('the total of free spins is paid once, within what they can win, also after signing out', async () => {
  const player = await fixture.player({ EUR: 100_00n })
  const [id, other] = [randomUUID(), randomUUID()]
  const give = (spins: string, gameId: string) =>
    fixture.app.db.asOwner(
      `INSERT INTO bonuses.player_freespins (id, player_id, bonus_id, offer_version, terms, is_once, currency, created_at, expires_at, game_id, count, spin_amount, status)
       VALUES ($1, $2, 'spins', 1, '{"name": {"en": "Spins"}}', false, 'EUR', $3, $4, $5, 10, 20, 2)`,
      [spins, player.id, fixture.deps.clock.now(), new Date(fixture.deps.clock.now().getTime() + 86_400_000), gameId],
    )
  await give(id, 'harbour-moths')
  await launch(player)
  expect(issued.at(-1)).toMatchObject({ issue_id: id, freespins_quantity: 10, bet_amount: 20, user: { id: player.id } })
  await fixture.app.db.asOwner(
    `UPDATE identity.sessions SET closed_at = now(), close_reason = 'signed-out' WHERE id = $1`,
    [player.sessionId],
  )
  const total = (total_amount: number, issue_id = id) => send('freespins', { issue_id, status: 'played', total_amount })
  expect((await total(10 * 20 * 1000 + 50 + 1)).status).toBe(412)
  for (let turn = 0; turn < 2; turn++)
    expect(await total(7_50.5)).toMatchObject({ status: 200, body: { balance: 107_50 } })
  expect(await rest(`fairhouse:freespins:${id}`)).toEqual([{ amount: '0.5' }])
  expect((await total(8_00)).status).toBe(412)
  await give(other, 'dice')
  expect((await total(1, other)).status).toBe(412)
  expect((await total(1, randomUUID())).status).toBe(412)
  expect((await send('freespins', { issue_id: id, status: 'active' })).status).toBe(200)
  expect(await fixture.balance(player)).toBe(107_50n)
  const { rows } = await fixture.app.db.asOwner('SELECT used, status FROM bonuses.player_freespins WHERE id = $1', [id])
  expect(rows).toEqual([{ used: 10, status: 3 }])
  expect(await findBreaches(fixture.deps.db.pool, [...ledgerInvariants, ...bonusInvariants])).toEqual([])
})
