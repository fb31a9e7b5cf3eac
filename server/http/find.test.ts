/** The search of the desk and the timeline of a player, over the data of every module. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeskPerson, type TestDesk, testDesk } from '#tests/setup/desk.ts'

let desk: TestDesk
let manager: DeskPerson
let support: DeskPerson
const player = '5eed0001-0000-4000-8000-000000000001'
const device = 'device-of-ada-0001'
const invoice = randomUUID()
const owner = (text: string, values: unknown[] = []) => desk.app.db.asOwner(text, values)

beforeAll(async () => {
  desk = await testDesk()
  manager = await desk.person('mona', 'manager')
  support = await desk.person('sam', 'support')
  await newPlayer(player, {
    email: 'ada.lovelace@example.test',
    phone: '4915112345678',
    details: { address: 'Ockham Park 7' },
  })
  await newPlayer(randomUUID(), { email: 'other@example.test', phone: '33612345678', details: {} }, ['Grace', 'Hopper'])
  await owner(`INSERT INTO wallet.accounts (player_id, currency) VALUES ($1, 'EUR')`, [player])
  await newSession(new Date('2026-01-01'))
  await owner(
    `INSERT INTO payments.invoices (id, player_id, account_id, type, partner, method, currency, amount, fields, external_id, created_at, updated_at)
     VALUES ($1, $2, $2, 2, 'bank', 'sepa', 'EUR', 1250, '{"iban": "DE89370400440532013000"}', 'ext-77', '2026-01-02', '2026-01-02')`,
    [invoice, player],
  )
  await newRound('round-1', '2026-01-03')
})
afterAll(() => desk.close())

async function newPlayer(
  id: string,
  { email, phone, details }: { email: string; phone: string; details: object },
  [first, last] = ['Ada', 'Lovelace'],
): Promise<void> {
  await owner(
    `INSERT INTO identity.players (id, email, phone, first_name, last_name, country, currency, details, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, 'DE', 'EUR', $6, '2026-01-01', '2026-01-01')`,
    [id, email, phone, first, last, details],
  )
}
const newRound = (id: string, at: string) =>
  owner(
    `INSERT INTO games.rounds (id, studio, game_id, player_id, currency, stake, won, status, first_movement_id, last_movement_id, created_at)
     VALUES ($1, 'fairhouse', 'dice', $2, 'EUR', 100, 250, 'settled', 1, 1, $3)`,
    [id, player, at],
  )
const newSession = (at: Date) =>
  owner(
    `INSERT INTO identity.sessions (id, player_id, rotated_at, created_at, last_used_at, ip, user_agent, fingerprint)
     VALUES ($1, $2, $3, $3, $3, '192.0.2.7', 'Firefox', $4)`,
    [randomUUID(), player, at, device],
  )
const find = async (person: DeskPerson, text: string): Promise<string[]> => {
  const { status, body } = await person.call({ url: `/api/find?text=${encodeURIComponent(text)}` })
  expect(status).toBe(200)
  return body.map(({ path }: { path: string }) => path)
}

test.each([
  ['an id', player],
  ['a short id', '5eed0001'],
  ['a mail', 'Ada.Lovelace@example.test'],
  ['the beginning of a mail', 'ada.lov'],
  ['a phone number', '+49 151 12345678'],
  ['the beginning of a phone number', '+49 151 12'],
  ['a name', 'ada lovelace'],
  ['a last name', 'Lovel'],
  ['an address', 'ockham'],
  ['a device', device],
  ['a bank account with spaces', 'DE89 3704 0044 0532 0130 00'],
])('a player is found by %s, and nobody else', async (_what, text) => {
  expect(await find(manager, text)).toEqual([`/players/${player}`])
})

test('a payment and a round are found by id, and by whoever may read them', async () => {
  const [{ number }] = (await owner('SELECT number FROM payments.invoices')).rows as [{ number: string }]
  for (const text of [number, number.toLowerCase(), invoice, 'ext-77'])
    expect(await find(manager, text)).toEqual([`/withdrawals/${number}`])
  expect(await find(manager, 'round-1')).toEqual([`/players/${player}?kind=play`])
})

test('characters that mean something in a pattern find only themselves', async () => {
  expect(await find(manager, '%%%')).toEqual([])
  expect(await find(manager, 'ada_lov')).toEqual([])
})

type Row = { source: string; id: string; at: string }
async function pagesOf(person: DeskPerson, query = '', between: () => Promise<unknown> = async () => {}) {
  const rows: Row[] = []
  let next: string | null = ''
  while (next !== null) {
    const url: string = `/api/players/${player}/timeline?${query}${next && `&after=${next}`}`
    const { status, body } = await person.call({ url })
    expect(status).toBe(200)
    rows.push(...body.rows)
    next = body.next
    await between()
  }
  return rows
}
const keyOf = ({ source, id }: { source: string; id: string }) => `${source} ${id}`

/** Shows: a random player's timeline holds every row a recount finds, in order, while new rows arrive. */
test('the timeline has every row once and in order, while others arrive', async () => {
  // Many rows of several sources share a moment, and others differ by a microsecond.
  const moments = Array.from({ length: 60 }, (_, each) => `2026-02-01T00:00:00.${String(each % 7).padStart(6, '0')}Z`)
  for (const [index, at] of moments.entries()) {
    await newRound(`many-${index}`, at)
    await owner(
      `INSERT INTO identity.audit (at, player_id, action, ip, user_agent, detail) VALUES ($1, $2, 'signed-in', '', '', '{}')`,
      [at, player],
    )
    await owner(
      `INSERT INTO deliveries.deliveries (id, medium, recipient, locale, template, values, player_id, next_attempt_at, created_at, expires_at)
       VALUES ($1, 'mail', 'ada@example.test', 'en', 'welcome', '{}', $2, $3, $3, $3)`,
      [randomUUID(), player, at],
    )
  }
  const { rows: recount } = await owner(
    `SELECT 'rounds' AS source, id || ' ' || studio AS id, created_at AS at FROM games.rounds WHERE player_id = $1
     UNION ALL SELECT 'acts', id::text, at FROM identity.audit WHERE player_id = $1 AND action <> 'operator-called'
     UNION ALL SELECT 'deliveries', id::text, created_at FROM deliveries.deliveries WHERE player_id = $1
     UNION ALL SELECT 'sessions', id::text, created_at FROM identity.sessions WHERE player_id = $1
     UNION ALL SELECT 'payments', id::text, created_at FROM payments.invoices WHERE player_id = $1`,
    [player],
  )
  let arrived = 0
  const rows = await pagesOf(manager, '', () => newRound(`new-${arrived++}`, '2026-03-01'))
  expect(arrived).toBeGreaterThan(3)
  expect(rows.map(keyOf).toSorted()).toEqual((recount as Row[]).map(keyOf).toSorted())
  expect(rows.map(({ at }) => at)).toEqual(
    rows
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  const rounds = await pagesOf(manager, 'kind=play')
  expect(rounds).toHaveLength(61 + arrived)
  expect(new Set(rounds.map(({ source }) => source))).toEqual(new Set(['rounds']))
})

test('rows of an area are shown only to who may read it', async () => {
  const { body } = await support.call({ url: '/api/session' })
  expect(body.scopes).not.toContain('audit:read')
  expect(await pagesOf(support, 'kind=acts')).toEqual([])
  expect(await pagesOf(support, 'kind=mails')).toHaveLength(60)
})

test('a page key that no page has answered shows the first page', async () => {
  const first = await manager.call({ url: `/api/players/${player}/timeline` })
  for (const key of ['%%', Buffer.from('["2026-01-01T00:00:00Z","nothing","1"]').toString('base64url')]) {
    const { status, body } = await manager.call({
      url: `/api/players/${player}/timeline?after=${encodeURIComponent(key)}`,
    })
    expect([status, body]).toEqual([200, first.body])
  }
})

test('the card of a player has facts and accounts; an unknown player has none', async () => {
  const { body } = await manager.call({ url: `/api/players/${player}` })
  expect(body).toMatchObject({ name: 'Ada Lovelace', status: 'active', details: { address: 'Ockham Park 7' } })
  expect(body.accounts).toMatchObject([{ currency: 'EUR', cash: { amount: '0.00', currency: 'EUR' } }])
  expect((await manager.call({ url: `/api/players/${randomUUID()}` })).status).toBe(404)
})
