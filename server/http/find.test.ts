/** The search of the desk and the timeline of a player, over the data of every module. */
import { randomUUID } from 'node:crypto'
import {
  DummyDriver,
  Kysely,
  type LogEvent,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { labelOf } from '#desk/labels.ts'
import { auditActions } from '../kernel/audit.ts'
import type { Tables } from '../kernel/db/tables.ts'
import type { TimelineSource } from '../kernel/timeline.ts'
import { modules } from '../modules.ts'
import type { Part } from '#contract/desk/common.ts'
import { type DeskPerson, type TestDesk, testDesk } from '#tests/setup/desk.ts'

let desk: TestDesk
let manager: DeskPerson
let support: DeskPerson
const player = '5eed0001-0000-4000-8000-000000000001'
const device = 'device-of-ada-0001'
const invoice = randomUUID()
const deposit = randomUUID()
const savedAddress = '0x52908400098527886E0F7030069857D2E4169EE7'
const partnerAddress = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const ownAddress = '0xde709f2102306220921060314715629080e2fb77'
const sender = '0x27b1fdb04752bbc536007a920d24acb045561c26'
const hotWallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const transaction = `0x${'ab'.repeat(32)}`
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
     VALUES ($1, $2, $2, 2, 'bank', 'sepa', 'EUR', 1250, '{"iban": "DE89370400440532013000", "holder": "Ada 2077"}', 'ext-77', '2026-01-02', '2026-01-02')`,
    [invoice, player],
  )
  await owner(
    `INSERT INTO payments.addresses (player_id, name, method, currency, network, fields, destination, created_at)
     VALUES ($1, 'Ledger', 'coin', 'ETH', 'ethereum', $2, 'digest', '2026-01-02')`,
    [player, { wallet_id: savedAddress }],
  )
  await owner(
    `INSERT INTO payments.invoices (id, player_id, account_id, type, partner, method, currency, fields, partner_answer, created_at, updated_at)
     VALUES ($1, $2, $2, 1, 'btcpay', 'bitcoin', 'BTC', '{}', $3, '2026-01-02', '2026-01-02')`,
    [deposit, player, { address: partnerAddress, action: null, fields: {}, tag: null }],
  )
  await ownChain()
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
/** A deposit address of the player's account, a transfer to it, and the hot wallet of its network. */
async function ownChain(): Promise<void> {
  await owner(`INSERT INTO chain.networks VALUES ('ethereum', 1, '0x', now())`)
  await owner(`INSERT INTO chain.keys (id) VALUES ('key')`)
  await owner(`INSERT INTO chain.wallets VALUES ('ethereum', $1, 0)`, [hotWallet])
  await owner(
    `INSERT INTO chain.addresses (key_id, child, network, address, account_id, currency, created_at)
     SELECT 'key', 0, 'ethereum', $1, id, 'ETH', now() FROM wallet.accounts WHERE player_id = $2`,
    [ownAddress, player],
  )
  await owner(
    `INSERT INTO chain.transfers (network, tx_hash, position, address_id, asset, raw, amount, rest, sender, state, invoice_id, first_seen_at)
     SELECT 'ethereum', $1, -1, id, 'ETH', 1, 1, 0, $2, 'pending', $3, now() FROM chain.addresses`,
    [transaction, sender, deposit],
  )
}
/** Movements are numbered in the order of the calls, which need not be that of their times. */
const newRound = (id: string, at: string) =>
  owner(
    `INSERT INTO games.rounds (id, studio, game_id, player_id, currency, stake, won, status, first_movement_id, last_movement_id, created_at)
     VALUES ($1, 'fairhouse', 'dice', $2, 'EUR', 100, 250, 'settled', nextval('ledger.movement_ids'), currval('ledger.movement_ids'), $3)`,
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
  ['a bank account in lower case', 'de89370400440532013000'],
  ['the last four digits of a bank account', '3000'],
  ['a saved address, without its capitals', savedAddress.toLowerCase()],
  ["a deposit address of a partner's", partnerAddress.toUpperCase()],
  ['a deposit address of the own wallet', ownAddress.toUpperCase().replace('0X', '0x')],
])('a player is found by %s, and nobody else', async (_what, text) => {
  expect(await find(manager, text)).toEqual([`/players/${player}`])
})

test('a payment and a round are found by id, and by whoever may read them', async () => {
  const [{ number }] = (await owner('SELECT number FROM payments.invoices WHERE type = 2')).rows as [{ number: string }]
  for (const text of [number, number.toLowerCase(), invoice, 'ext-77'])
    expect(await find(manager, text)).toEqual([`/withdrawals/${number}`])
  expect(await find(manager, 'round-1')).toEqual(['/rounds/round-1?studio=fairhouse'])
})

test('a payment is found by its transaction and by who sent it, and a hot wallet of the house', async () => {
  const [{ number }] = (await owner('SELECT number FROM payments.invoices WHERE id = $1', [deposit])).rows as [
    { number: string },
  ]
  for (const text of [transaction, transaction.toUpperCase().replace('0X', '0x'), sender])
    expect(await find(manager, text)).toEqual([`/payments/${number}`])
  expect(await find(manager, hotWallet.toLowerCase())).toEqual(['/books'])
})

test('only a number of an account is found by its last four digits', async () => {
  expect(await find(manager, '2077')).toEqual([])
})

test('whoever may not read players finds what else they may read, and the search is in the audit log', async () => {
  const content = await desk.person('cora', 'content')
  expect(await find(content, 'round-1')).toEqual(['/rounds/round-1?studio=fairhouse'])
  for (const text of [player, 'ada lovelace', invoice, '3000', hotWallet]) expect(await find(content, text)).toEqual([])
  const { rows } = await owner(
    `SELECT count(*)::int AS count FROM identity.audit WHERE actor = 'operator:cora' AND action = 'operator-called'
       AND detail ->> 'path' = '/api/find'`,
  )
  expect(rows).toEqual([{ count: 6 }])
})

test('characters that mean something in a pattern find only themselves', async () => {
  expect(await find(manager, '%%%')).toEqual([])
  expect(await find(manager, 'ada_lov')).toEqual([])
})

type Row = { source: string; id: string; at: string; detail: Part[]; state: string | null; what: string }
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

/** Of every other source one row for each moment; movements of two wallets, in a random order of times. */
async function othersAt(moments: string[]): Promise<void> {
  const second = `INSERT INTO wallet.accounts (player_id, currency) VALUES ($1, 'USD')`
  await owner(second, [player])
  await owner('INSERT INTO limits.players (player_id) VALUES ($1)', [player])
  const each = `FROM unnest($2::timestamptz[]) WITH ORDINALITY AS moment (at, n)`
  const statements = [
    `INSERT INTO wallet.swaps (player_id, from_currency, to_currency, from_amount, to_amount, base_amount, rates_version, rate, spread_percent, quoted_at, expires_at, confirmed_at)
     SELECT $1, 'EUR', 'USD', 100, 95, 100, 1, '0.95', 1, at, at, CASE WHEN n % 3 > 0 THEN at END ${each}`,
    `INSERT INTO wallet.vault_releases (player_id, currency, amount, requested_at, release_at, outcome, ended_at)
     SELECT $1, 'EUR', 100, at, at, 'released', at ${each}`,
    `INSERT INTO limits.limits (id, player_id, definition, period, ends_at, created_at, removed_at)
     SELECT gen_random_uuid(), $1, 5, '1-day', at, at, CASE WHEN n % 2 = 0 THEN at + interval '1 hour' END ${each}`,
    `INSERT INTO sports.free_bets (id, player_id, currency, definition, version, amount, min_odds, names, created_at, expires_at)
     SELECT gen_random_uuid(), $1, 'EUR', 'welcome', 1, 500, '1.5', '{}', at, at ${each}`,
    `INSERT INTO harm.markers (player_id, rule, indicator, measure, level, definition_version, day, days, counted, threshold, raised_at)
     SELECT $1, 'rule-' || n, 'time', 'playDays', 'notice', 1, '2026-02-01', 1, 2, 1, at ${each}`,
    `INSERT INTO messages.messages (id, player_id, key, title, created_at) SELECT gen_random_uuid(), $1, 'hello', 'Hello', at ${each}`,
    `INSERT INTO messages.communications (id, player_id, email, message, locale, created_at)
     SELECT gen_random_uuid(), $1, 'ada@example.test', 'Where is my money?', 'en', at ${each}`,
    `INSERT INTO ledger.movements (id, kind, actor, idempotency_key, request_hash, wallet_id, reference_kind, reference_id, created_at)
     SELECT nextval('ledger.movement_ids'), (ARRAY['vault-in', 'deposit', 'adjustment-credit', 'swap-out'])[1 + n % 4], 'test', n::text, '',
       (SELECT id FROM wallet.accounts WHERE player_id = $1 ORDER BY currency LIMIT 1 OFFSET n % 2), 'other', n::text, at ${each}`,
  ]
  for (const statement of statements) await owner(statement, [player, moments])
}

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
       VALUES ($1, 'mail', 'ada@example.test', 'en', 'new-device', '{}', $2, $3, $3, $3)`,
      [randomUUID(), player, at],
    )
  }
  await othersAt(moments)
  const { rows: recount } = await owner(
    `SELECT 'rounds' AS source, id || ' ' || studio AS id, created_at AS at FROM games.rounds WHERE player_id = $1
     UNION ALL SELECT 'acts', id::text, at FROM identity.audit WHERE player_id = $1 AND action <> 'operator-called'
     UNION ALL SELECT 'deliveries', id::text, created_at FROM deliveries.deliveries WHERE player_id = $1
     UNION ALL SELECT 'sessions', id::text, created_at FROM identity.sessions WHERE player_id = $1
     UNION ALL SELECT 'payments', id::text, created_at FROM payments.invoices WHERE player_id = $1
     UNION ALL SELECT 'swaps', id::text, confirmed_at FROM wallet.swaps WHERE player_id = $1 AND confirmed_at IS NOT NULL
     UNION ALL SELECT 'vault-releases', id::text, requested_at FROM wallet.vault_releases WHERE player_id = $1
     UNION ALL SELECT 'limits', id::text, created_at FROM limits.limits WHERE player_id = $1
     UNION ALL SELECT 'limits-ended', id::text, removed_at FROM limits.limits WHERE player_id = $1 AND removed_at IS NOT NULL
     UNION ALL SELECT 'free-bets', id::text, created_at FROM sports.free_bets WHERE player_id = $1
     UNION ALL SELECT 'markers', id::text, raised_at FROM harm.markers WHERE player_id = $1
     UNION ALL SELECT 'notifications', id::text, created_at FROM messages.messages WHERE player_id = $1
     UNION ALL SELECT 'contact-messages', id::text, created_at FROM messages.communications WHERE player_id = $1
     UNION ALL SELECT 'movements', movement.id::text, movement.created_at FROM ledger.movements AS movement
       JOIN wallet.accounts AS account ON account.id = wallet_id
       WHERE account.player_id = $1 AND reference_kind <> 'round' AND kind NOT IN ('deposit', 'swap-out', 'swap-in')`,
    [player],
  )
  let arrived = 0
  const rows = await pagesOf(manager, '', () => newRound(`new-${arrived++}`, '2026-03-01'))
  expect(arrived).toBeGreaterThan(3)
  expect(rows.map(keyOf).toSorted()).toEqual((recount as Row[]).map(keyOf).toSorted())
  expect(new Set(rows.map(({ source }) => source)).size).toBe(14)
  expect(rows.map(({ at }) => at)).toEqual(
    rows
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  // Every word that the server says has a label.
  const said = rows.flatMap(({ what, detail, state }) => [
    `players.what.${what}`,
    ...(state === null ? [] : [`word.${state}`]),
    ...detail.flatMap((part) => (typeof part === 'object' && 'key' in part ? [part.key] : [])),
  ])
  expect([...new Set(said)].filter((key) => labelOf(key) === key)).toEqual([])
  expect(auditActions.filter((action) => labelOf(`act.${action}`) === `act.${action}`)).toEqual([])
  const rounds = await pagesOf(manager, 'kind=play')
  expect(rounds).toHaveLength(61 + arrived)
  expect(new Set(rounds.map(({ source }) => source))).toEqual(new Set(['rounds']))
})

type Plan = { 'Node Type': string; Filter?: string; Plans?: Plan[] }

/** A page costs the same however many rows a player has, and however many of them are shown by another source. */
test('each source of the timeline has an index in the order in which its rows are read', async () => {
  const sources = modules.flatMap(({ timeline }) => timeline ?? [])
  expect(sources.length).toBeGreaterThan(15)
  const faults: string[] = []
  // The planner takes an index wherever one has the order; of the small tables of a test it would sort all rows.
  for (const way of ['seqscan', 'bitmapscan', 'sort']) await owner(`SET enable_${way} = off`)
  for (const source of sources) {
    const { sql, parameters } = await statementOf(source)
    const { rows } = await owner(`EXPLAIN (FORMAT JSON) ${sql}`, [...parameters])
    for (const fault of readAll(rows[0]['QUERY PLAN'][0].Plan)) faults.push(`${source.name}: ${fault}`)
  }
  for (const way of ['seqscan', 'bitmapscan', 'sort']) await owner(`RESET enable_${way}`)
  expect(faults).toEqual([])
})

async function statementOf(source: TimelineSource): Promise<{ sql: string; parameters: readonly unknown[] }> {
  const asked: LogEvent[] = []
  const kysely = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: (event) => void asked.push(event),
  })
  const before: Parameters<TimelineSource['read']>[1]['before'] = ['2026-01-01T00:00:00.000000Z', 'zzz', '', {}]
  await source.read(kysely, { playerId: player, before, beforeMovement: undefined, limit: 51 })
  expect(asked).toHaveLength(1)
  return asked[0]!.query
}

/** Steps that read more rows than the limit: a sort of what nothing has limited, and rows left out below a limit. */
function readAll({ 'Node Type': type, Filter, Plans = [] }: Plan, isLimited = false): string[] {
  const isLimit = type === 'Limit'
  const below = Plans.flatMap((plan) => readAll(plan, isLimit || (isLimited && type !== 'Aggregate')))
  if (type === 'Sort' && !Plans.some(hasLimit)) return [...below, 'sorts every row']
  return Filter && isLimited && type.includes('Scan') ? [...below, `leaves out ${Filter}`] : below
}

const hasLimit = ({ 'Node Type': type, Plans = [] }: Plan): boolean => type === 'Limit' || Plans.some(hasLimit)

test('rows of an area are shown only to who may read it', async () => {
  const { body } = await support.call({ url: '/api/session' })
  expect(body.scopes).not.toContain('audit:read')
  expect(await pagesOf(support, 'kind=acts')).toEqual([])
  expect(await pagesOf(support, 'kind=mails')).toHaveLength(180)
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
  expect(body.accounts).toMatchObject([
    { currency: 'EUR', cash: { amount: '0.00', currency: 'EUR' } },
    { currency: 'USD' },
  ])
  expect((await manager.call({ url: `/api/players/${randomUUID()}` })).status).toBe(404)
})

test('the standing of a player has what is urgent first, of the areas that an operator may read', async () => {
  await owner(`UPDATE identity.players SET status = 3 WHERE id = $1`, [player])
  await owner(
    `INSERT INTO limits.limits (id, player_id, definition, period, ends_at, created_at) VALUES ($1, $2, 4, '6-months', '2030-01-01', now())`,
    [randomUUID(), player],
  )
  await owner(
    `INSERT INTO verification.documents (id, player_id, type, name, mime_type, size, created_at)
     VALUES ($1, $2, 'identity', 'passport.jpg', 'image/jpeg', 1000, '2026-01-05')`,
    [randomUUID(), player],
  )
  const url = `/api/players/${player}/standing`
  const { body } = await manager.call({ url })
  const levels = body.map(({ level }: { level: string }) => level)
  const order = ['urgent', 'waiting', 'fact']
  expect(levels).toEqual(levels.toSorted((a: string, b: string) => order.indexOf(a) - order.indexOf(b)))
  const whats = body.map(({ what }: { what: string }) => what)
  expect(whats.slice(0, 2)).toEqual(['exclusion', 'blocked'].toSorted((a, b) => whats.indexOf(a) - whats.indexOf(b)))
  expect(new Set(whats)).toEqual(new Set(['exclusion', 'blocked', 'marker', 'document', 'withdrawal', 'notVerified']))
  expect(body.find(({ what }: { what: string }) => what === 'withdrawal')).toMatchObject({
    level: 'fact',
    amount: { amount: '12.50', currency: 'EUR' },
    path: expect.stringMatching(/^\/withdrawals\/F/),
  })
  const marketing = await desk.person('max', 'marketing')
  const seen = (await marketing.call({ url })).body.map(({ what }: { what: string }) => what)
  expect(seen.toSorted()).toEqual(['blocked', 'document', 'notVerified'])
  expect((await manager.call({ url: `/api/players/${randomUUID()}/standing` })).status).toBe(404)
})
