/** A statement is a recount of the ledger, and never changes once its period is over. */
import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findCurrency } from '#server/reference/currencies.ts'
import { routes as liabilityRoutes } from '#server/liabilities/module.ts'
import { bonus, cash, held, movement, play, transfer } from '#tests/money/wallets.ts'
import { type TestApp, testApp } from '#tests/setup/app.ts'
import { createFundedPlayer, type FundedPlayer } from '#tests/setup/funded-player.ts'
import { inHouseStudioSlug } from '#server/partners/game-studio/in-house-studio.ts'
import { everyKind } from '../ledger/kinds.ts'
import { modules } from '../modules.ts'
import module from './module.ts'
import { listPeriods, productOf } from './statement.ts'

let app: TestApp
let player: FundedPlayer
beforeAll(async () => {
  app = await testApp({ routes: [...module.routes!, ...liabilityRoutes], now: new Date('2026-11-21T12:00:00Z') })
  player = await createFundedPlayer(app, { EUR: 5_000_00n, BTC: 2_00000000n })
  await makeHistory(700)
  await spread(player.id, '2025-09-17T08:30:00Z', '2026-11-20T23:59:59Z')
})
afterAll(() => app.close())

/** Numbers that look random and are the same in each run (mulberry32). */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

/** A life in two currencies; what the balance does not allow is refused and leaves nothing. */
async function makeHistory(acts: number): Promise<void> {
  const roll = dice(20_261_129)
  const post = (part: Parameters<typeof movement>[0]) => app.deps.ledger.post(movement(part)).catch(() => undefined)
  const { id } = player
  for (let act = 0; act < acts; act++) {
    const currency = roll(3) === 0 ? 'BTC' : 'EUR'
    const other = currency === 'EUR' ? 'BTC' : 'EUR'
    const amount = 1 + roll(20_000)
    const [own, away, vault] = [cash(id, currency), held(id, currency), `player:${id}:vault:${currency}`]
    const round = `round-${id}-${act}`
    const key = `bet-${round}`
    switch (roll(9)) {
      case 0:
        await post({ kind: 'deposit', transfers: [transfer(`world:sandbox:${currency}`, own, amount)] })
        break
      case 1:
        await post({ kind: 'withdrawal-hold', transfers: [transfer(own, away, amount)] })
        if (roll(2) === 0) await post({ kind: 'withdrawal-returned', transfers: [transfer(away, own, amount)] })
        else
          await post({ kind: 'withdrawal-paid', transfers: [transfer(away, `clearing:sandbox:${currency}`, amount)] })
        break
      case 2:
        await post({ kind: 'swap-out', transfers: [transfer(own, `house:exchange:${currency}`, amount)] })
        await post({ kind: 'swap-in', transfers: [transfer(`house:exchange:${other}`, cash(id, other), amount)] })
        break
      case 3:
        await post({
          kind: roll(2) === 0 ? 'vault-in' : 'vault-out',
          transfers: [roll(2) === 0 ? transfer(own, vault, amount) : transfer(vault, own, amount)],
        })
        break
      case 4:
        await post({ kind: 'bonus-granted', transfers: [transfer(`house:bonus-expense:EUR`, bonus(id), amount)] })
        if (roll(2) === 0) await post({ kind: 'bonus-converted', transfers: [transfer(bonus(id), cash(id), amount)] })
        break
      case 5:
        await post({ kind: 'cashback', transfers: [transfer(`house:rewards:${currency}`, own, amount)] })
        break
      case 6:
        await post({ kind: 'fee', transfers: [transfer(own, `house:games:${currency}`, 7)] })
        break
      default: {
        await app.deps.ledger
          .post(play({ kind: 'bet', player: id, roundId: round, amount, key }))
          .catch(() => undefined)
        const end = roll(6)
        if (end === 0)
          await app.deps.ledger
            .post(play({ kind: 'rollback', player: id, roundId: round, betKey: key }))
            .catch(() => undefined)
        else
          await app.deps.ledger
            .post(play({ kind: 'win', player: id, roundId: round, amount: roll(2) * roll(30_000), isFinished: true }))
            .catch(() => undefined)
      }
    }
  }
}

/** Moves a player's account and movements, in their order, into a period. The ledger itself refuses such changes. */
async function spread(playerId: string, from: string, to: string): Promise<void> {
  const { asOwner } = app.db
  await asOwner(`UPDATE identity.players SET created_at = '${from}' WHERE id = '${playerId}'`)
  await asOwner(`UPDATE wallet.accounts SET created_at = '${from}' WHERE player_id = '${playerId}'`)
  await asOwner('ALTER TABLE ledger.movements DISABLE TRIGGER append_only')
  await asOwner(`
    WITH own AS (
      SELECT movement.id, row_number() OVER (ORDER BY movement.id) - 1 AS place, count(*) OVER () AS every
      FROM ledger.movements AS movement WHERE EXISTS (
        SELECT FROM ledger.entries AS entry JOIN ledger.accounts AS account ON account.id = entry.account_id
        WHERE entry.movement_id = movement.id AND account.player_id = '${playerId}'))
    UPDATE ledger.movements SET created_at = '${from}'::timestamptz
      + ('${to}'::timestamptz - '${from}'::timestamptz) * (place::float / greatest(every - 1, 1))
    FROM own WHERE movements.id = own.id`)
  await asOwner('ALTER TABLE ledger.movements ENABLE TRIGGER append_only')
}

const get = async (path: string, { token }: { token?: string } = player) => {
  const answer = await app.app.inject({ url: path, headers: token ? { authorization: `Bearer ${token}` } : {} })
  return { status: answer.statusCode, bytes: answer.rawPayload, headers: answer.headers }
}
const csv = async (period: string): Promise<string> => {
  const answer = await get(`/api/wallet/statements/${period}/csv`)
  expect(answer.status).toBe(200)
  return answer.bytes.toString('utf8')
}

type CsvRow = Record<string, string>
/** A separate parser, so that an error in the writer is not cancelled out. No cell of a statement needs quotes. */
function parse(text: string): CsvRow[] {
  expect(text.startsWith('\uFEFF')).toBe(true)
  expect(text).not.toContain('"')
  const [head, ...rows] = text.slice(1).split('\r\n').slice(0, -1)
  const names = head!.split(',')
  return rows.map((row) => {
    const cells = row.split(',')
    expect(cells).toHaveLength(names.length)
    return Object.fromEntries(names.map((name, index) => [name, cells[index]!]))
  })
}
function subunits(text: string, currency: string): bigint {
  const [whole = '0', part = ''] = text.replace('-', '').split('.')
  expect(part).toHaveLength(String(findCurrency(currency)!.subunitToUnit).length - 1)
  return BigInt(whole + part) * (text.startsWith('-') ? -1n : 1n)
}
type Figures = {
  opening: Map<string, bigint>
  closing: Map<string, bigint>
  moved: Map<string, bigint>
  result: Map<string, bigint>
}
function figuresOf(text: string): Figures {
  const found: Figures = { opening: new Map(), closing: new Map(), moved: new Map(), result: new Map() }
  for (const row of parse(text)) {
    const record = row['fairhouse statement']!
    if (record === 'statement') continue
    const amount = subunits(row['amount']!, row['currency']!)
    if (record === 'result') found.result.set(row['currency']!, amount)
    else if (record === 'movement') {
      expect(subunits(row['credit']!, row['currency']!) - subunits(row['debit']!, row['currency']!)).toBe(amount)
      const place = [row['currency'], row['account'], row['product'], row['kind']].join(' ')
      expect(found.moved.has(place)).toBe(false)
      found.moved.set(place, amount)
    } else found[record as 'opening' | 'closing'].set(`${row['currency']} ${row['account']}`, amount)
  }
  return found
}
const added = (maps: Array<Map<string, bigint>>): Map<string, bigint> => {
  const sums = new Map<string, bigint>()
  for (const map of maps) for (const [place, amount] of map) sums.set(place, (sums.get(place) ?? 0n) + amount)
  return sums
}
const sorted = (map: Map<string, bigint>) => [...map].toSorted(([one], [other]) => (one < other ? -1 : 1))

const months = async () =>
  (await listPeriods(app.deps, player.id)).map(({ period }) => period).filter((period) => period.length === 7)

describe('over a random history in two currencies, with swaps', () => {
  test('opening balance and movements add up to the closing balance, which opens the next month and is that of the ledger', async () => {
    let before: Figures['closing'] | null = null
    let entries = 0
    for (const month of (await months()).toReversed()) {
      const figures = figuresOf(await csv(month))
      const changes = new Map<string, bigint>()
      for (const [place, amount] of figures.moved) {
        const account = place.split(' ').slice(0, 2).join(' ')
        changes.set(account, (changes.get(account) ?? 0n) + amount)
        entries++
      }
      expect(sorted(figures.closing)).toEqual(sorted(added([figures.opening, changes])))
      if (before) expect(sorted(figures.opening)).toEqual(sorted(before))
      else expect([...figures.opening.values()].every((amount) => amount === 0n)).toBe(true)
      before = figures.closing
    }
    expect(entries).toBeGreaterThan(100)
    const { rows } = await app.db.asOwner(
      `SELECT currency, cash::text, bonus::text, held::text, vault::text FROM wallet.accounts WHERE player_id = '${player.id}'`,
    )
    for (const { currency, ...balances } of rows)
      for (const [account, amount] of Object.entries(balances))
        expect(String(before!.get(`${currency} ${account}`))).toBe(amount)
  })

  test('a year is the sum of its months', async () => {
    for (const year of ['2025', '2026']) {
      const parts = (await months()).filter((month) => month.startsWith(year)).toReversed()
      const read = await Promise.all(parts.map(async (month) => figuresOf(await csv(month))))
      const whole = figuresOf(await csv(year))
      expect(sorted(whole.opening)).toEqual(sorted(read[0]!.opening))
      expect(sorted(whole.closing)).toEqual(sorted(read.at(-1)!.closing))
      expect(sorted(whole.moved)).toEqual(sorted(added(read.map(({ moved }) => moved))))
      expect(sorted(whole.result)).toEqual(sorted(added(read.map(({ result }) => result))))
    }
  })

  test('sums by kind and the net result equal a recount by SQL', async () => {
    const { rows } = await app.db.asOwner(`
      SELECT account.currency || ' ' || split_part(account.address, ':', 3) || ' ' || movement.kind AS place,
        sum(entry.amount)::text AS amount
      FROM ledger.movements AS movement JOIN ledger.entries AS entry ON entry.movement_id = movement.id
      JOIN ledger.accounts AS account ON account.id = entry.account_id
      WHERE account.player_id = '${player.id}' AND movement.created_at >= '2026-01-01Z' AND movement.created_at < '2027-01-01Z'
      GROUP BY 1`)
    const { moved, result } = figuresOf(await csv('2026'))
    const byKind = new Map(
      [...moved].map(([place, amount]) => {
        const [currency, account, , kind] = place.split(' ')
        return [`${currency} ${account} ${kind}`, amount]
      }),
    )
    expect(sorted(byKind)).toEqual(sorted(new Map(rows.map(({ place, amount }) => [place, BigInt(amount)]))))
    const games = [...moved].filter(([place]) => place.startsWith('EUR') && / (bet|win|rollback)$/.test(place))
    expect(result.get('EUR')).toBe(games.reduce((sum, [, amount]) => sum + amount, 0n))
    expect(result.get('EUR')).not.toBe(0n)
    expect([...moved.keys()].some((place) => place.includes(' swaps swap-in'))).toBe(true)
    expect([...moved.keys()].some((place) => place.startsWith('EUR bonus '))).toBe(true)
  })
})

describe('the signature', () => {
  const keyOf = async () => (await get('/api/wallet/liabilities/key', {})).bytes.toString('utf8')

  test('is that of the published key over the bytes of the file, and of no other bytes', async () => {
    const text = await csv('2026-03')
    const signature = (await get('/api/wallet/statements/2026-03/signature')).bytes
    const key = createPublicKey(await keyOf())
    expect(verify('sha256', Buffer.from(text), key, signature)).toBe(true)
    expect(verify('sha256', Buffer.from(text.replace('2026-03', '2026-04')), key, signature)).toBe(false)
  })

  test('does not exist for a period that is running, whose file says that it is not final', async () => {
    for (const period of ['2026-11', '2026']) {
      expect((await get(`/api/wallet/statements/${period}/signature`)).status).toBe(409)
      expect(parse(await csv(period)).every(({ final }) => final === 'no')).toBe(true)
    }
    expect(parse(await csv('2026-10')).every(({ final }) => final === 'yes')).toBe(true)
  })
})

test('a correction after a month leaves its file as it was, and is in the file of the next one', async () => {
  const late = await createFundedPlayer(app, { EUR: 100_00n })
  await spread(late.id, '2026-10-05T10:00:00Z', '2026-10-05T10:00:00Z')
  const read = async (period: string) =>
    (await get(`/api/wallet/statements/${period}/csv`, late)).bytes.toString('utf8')
  const before = await read('2026-10')
  await app.deps.ledger.post(
    movement({
      kind: 'adjustment-debit',
      transfers: [transfer(cash(late.id), 'house:adjustments:EUR', 30_00)],
      reference: { kind: 'other', id: 'correction', label: 'error' },
    }),
  )
  // A currency that was opened later was not part of the month either.
  await app.db.asOwner(
    `INSERT INTO wallet.accounts (player_id, currency, created_at) VALUES ('${late.id}', 'USD', '2026-11-02Z')`,
  )
  await app.db.asOwner('ALTER TABLE ledger.movements DISABLE TRIGGER append_only')
  await app.db.asOwner(`UPDATE ledger.movements SET created_at = '2026-11-03Z' WHERE reference_id = 'correction'`)
  await app.db.asOwner('ALTER TABLE ledger.movements ENABLE TRIGGER append_only')
  expect(await read('2026-10')).toBe(before)
  const { moved, closing } = figuresOf(await read('2026-11'))
  expect(sorted(moved)).toEqual([['EUR cash adjustments adjustment-debit', -30_00n]])
  expect(closing.get('EUR cash')).toBe(70_00n)
  expect(closing.get('USD cash')).toBe(0n)
})

const correct = (id: string, cents: number, reference: string) =>
  app.deps.ledger.post(
    movement({
      kind: 'adjustment-debit',
      transfers: [transfer(cash(id), 'house:adjustments:EUR', cents)],
      reference: { kind: 'other', id: reference, label: 'error' },
    }),
  )

// Shows: change 49
test('a correction before the end of a month is in its file and its year; one after the signature leaves both signatures valid', async () => {
  const early = await createFundedPlayer(app, { EUR: 100_00n })
  await correct(early.id, 30_00, `early-${early.id}`)
  await spread(early.id, '2025-10-05T10:00:00Z', '2025-10-20T10:00:00Z')
  const read = async (period: string, part = 'csv') =>
    (await get(`/api/wallet/statements/${period}/${part}`, early)).bytes
  const before = { month: await read('2025-10'), year: await read('2025') }
  const signatures = { month: await read('2025-10', 'signature'), year: await read('2025', 'signature') }
  for (const file of [before.month, before.year]) {
    const { moved, closing } = figuresOf(file.toString('utf8'))
    expect(moved.get('EUR cash adjustments adjustment-debit')).toBe(-30_00n)
    expect(closing.get('EUR cash')).toBe(70_00n)
  }
  // Now, which is in another year.
  await correct(early.id, 5_00, `late-${early.id}`)
  const key = createPublicKey((await get('/api/wallet/liabilities/key', {})).bytes.toString('utf8'))
  expect([await read('2025-10'), await read('2025')]).toEqual([before.month, before.year])
  expect(verify('sha256', await read('2025-10'), key, signatures.month)).toBe(true)
  expect(verify('sha256', await read('2025'), key, signatures.year)).toBe(true)
})

test('no cell of a file can be read as a formula: each is a code, a time or a number', async () => {
  for (const period of ['2026-03', '2026']) {
    const cells = (await csv(period)).slice(1).split(/\r\n|,/)
    expect(cells.length).toBeGreaterThan(100)
    // A minus begins a number and nothing else.
    expect(cells.filter((cell) => cell !== '' && !/^-?\d+(\.\d+)?$|^[A-Za-z0-9][\w:. -]*$/.test(cell))).toEqual([])
  }
})

test('a month before the account or in the future, an id that is none, and other people get a refusal', async () => {
  const status = async (period: string) => (await get(`/api/wallet/statements/${period}`)).status
  expect(await status('2025-09')).toBe(200)
  for (const period of ['2025-08', '2026-12', '2024', '2027', '0001', '9999-12']) expect(await status(period)).toBe(404)
  for (const period of ['2026-13', '2026-00', '2026-1', '26', '2026-11-01', '..', "2026'--"])
    expect([404, 422]).toContain(await status(encodeURIComponent(period)))
  expect((await get('/api/wallet/statements/2026-10', {})).status).toBe(401)
  const other = await createFundedPlayer(app, { EUR: 0n })
  expect((await get('/api/wallet/statements/2026-03/csv', other)).status).toBe(404)
})

test('periods are listed from the registration to today, newest first', async () => {
  const listed = JSON.parse((await get('/api/wallet/statements')).bytes.toString('utf8'))
  expect(listed.map(({ period }: { period: string }) => period)).toEqual([
    '2026',
    ...Array.from({ length: 11 }, (_, index) => `2026-${String(11 - index).padStart(2, '0')}`),
    '2025',
    '2025-12',
    '2025-11',
    '2025-10',
    '2025-09',
  ])
  expect(listed.filter(({ isFinal }: { isFinal: boolean }) => !isFinal)).toHaveLength(2)
})

test('a month becomes final an hour after its end, when no transaction of it can still be running', async () => {
  const states = async (now: string) =>
    (await listPeriods({ ...app.deps, clock: { now: () => new Date(now) } }, player.id)).find(
      ({ period }) => period === '2026-10',
    )!.isFinal
  expect(await states('2026-11-01T00:59:59Z')).toBe(false)
  expect(await states('2026-11-01T01:00:00Z')).toBe(true)
})

test("every kind of movement that reaches a player's account has a product", () => {
  expect(modules.length).toBeGreaterThan(10)
  const onlyTests = ['gift', 'fee', 'bonus-grant', 'bonus-end', 'grant', 'chain']
  const reaching = everyKind().filter(
    ({ name, from, to }) =>
      !onlyTests.includes(name) && [...from, ...to].some((side) => side.name.startsWith('player.')),
  )
  expect(reaching.length).toBeGreaterThan(30)
  expect(reaching.map(({ name }) => name).filter((name) => productOf(name) === 'other')).toEqual([])
})

describe('with movements that keep the time that the database gave them', () => {
  beforeAll(() => app.moveClock(Date.now() - app.deps.clock.now().getTime()))

  // Shows: change 49
  test('a statement that is read while corrections are booked adds up each time', async () => {
    const busy = await createFundedPlayer(app, { EUR: 100_00n })
    const [month] = (await listPeriods(app.deps, busy.id)).filter((each) => each.period.length === 7)
    const { period } = month!
    const corrections = Array.from({ length: 20 }, (_, index) => correct(busy.id, 100, `${index}-${busy.id}`))
    const files = await Promise.all(
      corrections.map(async (correction) => {
        const { bytes } = await get(`/api/wallet/statements/${period}/csv`, busy)
        await correction
        return bytes.toString('utf8')
      }),
    )
    for (const file of files) {
      const { opening, moved, closing } = figuresOf(file)
      const change = [...moved].reduce(
        (sum, [place, amount]) => (place.startsWith('EUR cash') ? sum + amount : sum),
        0n,
      )
      expect(opening.get('EUR cash')! + change).toBe(closing.get('EUR cash'))
    }
    expect(
      figuresOf((await get(`/api/wallet/statements/${period}/csv`, busy)).bytes.toString('utf8')).closing.get(
        'EUR cash',
      ),
    ).toBe(80_00n)
  })

  test('rounds of a game with a chain of hashes are those of shared games, and no round of another studio is', async () => {
    const { id, token } = await createFundedPlayer(app, { EUR: 100_00n })
    await app.db.asOwner(
      `INSERT INTO shared.chains (game, length, last_hash, every, checkpoints, event, is_demo, created_at) VALUES ('crash', 10, '', 10, '', 'an event', true, now())`,
    )
    for (const studio of [inHouseStudioSlug, 'another-studio']) {
      const bet = play({ kind: 'bet', player: id, roundId: `shared-${studio}-${id}`, gameId: 'crash', amount: 500 })
      await app.deps.ledger.post({ ...bet, actor: `studio:${studio}`, round: { ...bet.round!, studio } })
    }
    const [month] = (await listPeriods(app.deps, id)).filter(({ period }) => period.length === 7)
    const statement = JSON.parse(
      (await get(`/api/wallet/statements/${month!.period}`, { token })).bytes.toString('utf8'),
    )
    const lines = statement.currencies[0].lines.map(({ product, kind, debit }: Record<string, unknown>) => [
      product,
      kind,
      debit,
    ])
    expect(lines).toContainEqual(['shared', 'bet', 500])
    expect(lines).toContainEqual(['casino', 'bet', 500])
  })
})
