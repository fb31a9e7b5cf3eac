import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { bonus, cash, games, held, movement, play, transfer } from '#tests/money/wallets.ts'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { readStatement, readTotals } from '../ledger/statement.ts'
import { findCurrency } from '../reference/currencies.ts'
import { byteOrderMark, csvLine, decimalText } from '../kernel/csv.ts'

let app: Cashier
let player: TestPlayer
beforeAll(async () => {
  app = await cashier()
})
afterAll(() => app.close())
beforeEach(async () => {
  player = await app.player({ currencies: ['EUR', 'BTC'] })
})

type Line = {
  date: string
  entry: string
  kind: string
  account: string
  reference: string
  amount: string
  balance: string
  currency: string
  id: string
}

/** A separate parser, so that an error in the writer is not cancelled out. */
function parse(text: string): Line[] {
  expect(text.startsWith(byteOrderMark)).toBe(true)
  const rows = text
    .slice(1)
    .split('\r\n')
    .slice(0, -1)
    .map((row) =>
      [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((cell) =>
        (cell[1] ?? cell[2] ?? '').replaceAll('""', '"'),
      ),
    )
  return rows.slice(1).map((cells) => {
    expect(cells).toHaveLength(9)
    const [date, entry, kind, account, reference, amount, balance, currency, id] = cells as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ]
    return { date, entry, kind, account, reference, amount, balance, currency, id }
  })
}

async function download(query = '', locale = 'en'): Promise<{ text: string; headers: Headers }> {
  const headers: Record<string, string> = {}
  const answer = await fetch(`${app.url}/api/wallet/statement${query}`, {
    headers: { authorization: `Bearer ${await player.token()}`, 'x-locale': locale, ...headers },
  })
  expect(answer.status).toBe(200)
  return { text: Buffer.from(await answer.arrayBuffer()).toString('utf8'), headers: answer.headers }
}

/** Converts decimal text to subunits by moving the decimal point. */
function subunits(text: string, currency: string): bigint {
  const [whole = '0', part = ''] = text.replace('-', '').split('.')
  const places = String(findCurrency(currency)!.subunitToUnit).length - 1
  expect(part).toHaveLength(places)
  return BigInt(whole + part) * (text.startsWith('-') ? -1n : 1n)
}

/** A seeded generator, so that every run has the same numbers. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

async function makeMovements(movements: number): Promise<void> {
  const roll = dice(20_261_121)
  const post = (part: Parameters<typeof movement>[0]) => app.deps.ledger.post(movement(part))
  const work: Array<Promise<unknown>> = []
  await player.fund('EUR', 50_000_00n)
  await player.fund('BTC', 2_00000000n)
  for (let index = 0; index < movements; index++) {
    const currency = roll(3) === 0 ? 'BTC' : 'EUR'
    const amount = BigInt(1 + roll(99_999))
    const [from, to] = [cash(player.id, currency), held(player.id, currency)]
    const round = `round-${player.id}-${index}`
    switch (roll(5)) {
      case 0:
        work.push(post({ kind: 'deposit', transfers: [transfer(`world:sandbox:${currency}`, from, amount)] }))
        break
      case 1:
        work.push(post({ kind: 'withdrawal-hold', transfers: [transfer(from, to, amount)] }))
        break
      case 2:
        work.push(post({ kind: 'withdrawal-returned', transfers: [transfer(to, from, amount)] }).catch(() => undefined))
        break
      case 3:
        work.push(app.deps.ledger.post(play({ kind: 'bet', player: player.id, roundId: round, amount: 1 + roll(500) })))
        break
      default:
        work.push(
          post({
            kind: 'gift',
            transfers: [
              transfer(games.replace('EUR', currency), from, amount),
              transfer(from, games.replace('EUR', currency), 1n),
            ],
          }),
        )
    }
    if (work.length >= 200) await Promise.allSettled(work.splice(0))
  }
  await Promise.allSettled(work)
}

// Shows: 10.20
longTest(
  "over thousands of random movements every line continues from the previous one, and the last lines match the ledger's balances",
  async () => {
    await makeMovements(4000)
    const lines = parse((await download()).text)
    const {
      rows: [{ entries }],
    } = await app.asOwner(
      `SELECT count(*)::int AS entries FROM ledger.entries AS entry JOIN ledger.accounts AS account ON account.id = entry.account_id WHERE account.player_id = $1`,
      [player.id],
    )
    expect(lines).toHaveLength(entries)
    expect(entries).toBeGreaterThan(4000)
    const balances: Record<string, bigint> = {}
    for (const { currency, account, amount, balance } of lines) {
      const place = `${account} ${currency}`
      const after = (balances[place] ?? 0n) + subunits(amount, currency)
      if (after !== subunits(balance, currency)) throw new Error(`${place}: ${after} is written as ${balance}`)
      balances[place] = after
    }
    const { rows } = await app.asOwner(
      'SELECT currency, cash::text, bonus::text, held::text FROM wallet.accounts WHERE player_id = $1 ORDER BY currency',
      [player.id],
    )
    for (const { currency, cash: inCash, held: inHeld } of rows) {
      expect([
        String(balances[`Cash ${currency}`] ?? 0n),
        String(balances[`Pending withdrawal ${currency}`] ?? 0n),
      ]).toEqual([inCash, inHeld])
    }

    const [early, late] = [lines[Math.floor(lines.length / 3)]!.date, lines[Math.floor((lines.length * 2) / 3)]!.date]
    const parts = await Promise.all(
      [`?to=${early}`, `?from=${early}&to=${late}`, `?from=${late}`].map((query) => download(query)),
    )
    // Concurrent movements may be numbered in another order than they began.
    const [before, between, after] = [
      lines.filter(({ date }) => date < early),
      lines.filter(({ date }) => date >= early && date < late),
      lines.filter(({ date }) => date >= late),
    ]
    expect(parts.map(({ text }) => parse(text))).toEqual([before, between, after])
    expect(parse((await download('?currency=BTC')).text)).toEqual(lines.filter(({ currency }) => currency === 'BTC'))
  },
)

// Shows: 10.20
test('totals of a period include its start and exclude its end', async () => {
  await player.fund('EUR', 10_000n)
  await app.deps.ledger.post(play({ kind: 'bet', player: player.id, roundId: `r-${player.id}`, amount: 500 }))
  await app.deps.ledger.post(
    play({ kind: 'win', player: player.id, roundId: `r-${player.id}`, amount: 800, isFinished: true }),
  )
  const {
    rows: [staked, won],
  } = await app.asOwner(`SELECT created_at::text AS at FROM ledger.movements WHERE reference_id = $1 ORDER BY id`, [
    `r-${player.id}`,
  ])
  const totals = (from?: string, to?: string) => readTotals(app.deps.db.kysely, player.id, { from, to })
  expect(await totals(staked.at)).toEqual([{ currency: 'EUR', staked: 500n, stakedFromBonus: 0n, won: 800n }])
  expect(await totals(staked.at, won.at)).toEqual([{ currency: 'EUR', staked: 500n, stakedFromBonus: 0n, won: 0n }])
  expect(await totals(undefined, staked.at)).toEqual([])
})

// Shows: 10.21
test('the bonus part of a stake is reported separately; a rolled-back stake does not count', async () => {
  await player.fund('EUR', 10_000n)
  await app.deps.ledger.post(movement({ kind: 'gift', transfers: [transfer(games, bonus(player.id), 1000n)] }))
  const stake = (round: string, transfers: [bigint, bigint]) =>
    app.deps.ledger.post({
      ...play({ kind: 'bet', player: player.id, roundId: round, key: `bet-${round}` }),
      transfers: [transfer(cash(player.id), games, transfers[0]), transfer(bonus(player.id), games, transfers[1])],
    })
  await stake(`a-${player.id}`, [300n, 200n])
  await stake(`b-${player.id}`, [10n, 7n])
  const totals = () => readTotals(app.deps.db.kysely, player.id, {})
  expect(await totals()).toEqual([{ currency: 'EUR', staked: 517n, stakedFromBonus: 207n, won: 0n }])
  await app.deps.ledger.post(
    play({ kind: 'rollback', player: player.id, roundId: `b-${player.id}`, betKey: `bet-b-${player.id}` }),
  )
  expect(await totals()).toEqual([{ currency: 'EUR', staked: 500n, stakedFromBonus: 200n, won: 0n }])
})

test('a period includes its start and excludes its end', async () => {
  const other = await app.player()
  await other.fund('EUR', 100n)
  await other.fund('EUR', 200n)
  const {
    rows: [first, second],
  } = await app.asOwner(
    'SELECT movement.created_at::text AS at FROM ledger.movements AS movement JOIN wallet.accounts AS wallet ON wallet.id = movement.wallet_id WHERE wallet.player_id = $1 ORDER BY movement.id',
    [other.id],
  )
  const amounts = async (period: { from?: string; to?: string }) => {
    const pages = []
    for await (const page of readStatement(app.deps.db.kysely, other.id, period))
      pages.push(page.map(({ amount }) => amount))
    return pages
  }
  expect(await amounts({ from: first.at, to: second.at })).toEqual([[100n]])
  expect(await amounts({ from: second.at })).toEqual([[200n]])
  expect(await amounts({ to: first.at })).toEqual([])
})

test('the lines are the same for any page size', async () => {
  await makeMovements(120)
  const read = async (pageSize: number) => {
    const lines = []
    for await (const page of readStatement(app.deps.db.kysely, player.id, {}, pageSize)) {
      expect(page.length).toBeLessThanOrEqual(pageSize)
      lines.push(...page)
    }
    return lines
  }
  const whole = await read(1000)
  for (const pageSize of [1, 2, 7]) expect(await read(pageSize)).toEqual(whole)
})

// Shows: 10.20
test("the statement is an attachment in the player's language, and contains nothing of another player", async () => {
  await player.fund('EUR', 500n)
  const { text, headers } = await download('?currency=EUR&from=2026-01-01T00:00:00Z', 'de')
  expect(text.split('\r\n')[0]).toContain('Datum')
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toContain('attachment; filename="statement-EUR-2026-01-01.csv"')
  expect(headers.get('cache-control')).toBe('no-store')
  const other = await app.player()
  await other.fund('EUR', 700n)
  expect(parse((await download()).text)).toHaveLength(1)
  expect((await fetch(`${app.url}/api/wallet/statement`)).status).toBe(401)
  expect((await player.call('GET', '/api/wallet/statement?from=yesterday')).status).toBe(422)
})

// Shows: attack 96
test('one player gets at most twenty statements an hour, even if requested concurrently; another player is not affected', async () => {
  const ask = async (of: TestPlayer) => {
    const answer = await fetch(`${app.url}/api/wallet/statement`, {
      headers: { authorization: `Bearer ${await of.token()}` },
    })
    return [answer.status, answer.ok ? '' : (await answer.json()).error.name]
  }
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(player)))
  expect(answers.filter(([status]) => status === 200)).toHaveLength(20)
  expect(answers.filter(([status, name]) => status === 429 && name === 'tooManyAttempts')).toHaveLength(30)
  expect((await ask(await app.player()))[0]).toBe(200)
  app.clock.forward(3_600_001)
  expect((await ask(player))[0]).toBe(200)
  app.clock.reset()
})

// Shows: attack 107
test.each([
  ['=1+1', "'=1+1"],
  ['+49 170', "'+49 170"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  [' =1', "' =1"],
  ['＝1', "'＝1"],
  ['a,b', '"a,b"'],
  ['say "no"', '"say ""no"""'],
  ['=A1\r\n=B1', '"\'=A1\r\n=B1"'],
  ['plain', 'plain'],
])('%j in a reference is displayed, never executed', (text, written) => {
  expect(csvLine([{ text }, { figure: '-1.00' }])).toBe(`${written},-1.00\r\n`)
})

test('a reference that looks like a formula is neutralized in the file', async () => {
  await app.deps.ledger.post(
    movement({
      kind: 'deposit',
      transfers: [transfer('world:sandbox:EUR', cash(player.id), 100)],
      reference: { kind: 'invoice', id: 'x', label: '=HYPERLINK("http://evil.test","open")' },
    }),
  )
  expect(parse((await download()).text)[0]).toMatchObject({
    reference: `'=HYPERLINK("http://evil.test","open")`,
    amount: '1.00',
  })
})

test('decimal text is exact for every amount', () => {
  fc.assert(
    fc.property(
      fc.bigInt(-(2n ** 63n), 2n ** 63n),
      fc.constantFrom(1, 100, 1_000_000, 100_000_000, 1_000_000_000),
      (amount, unit) => {
        const text = decimalText(amount, unit)
        expect(text).toMatch(/^-?\d+(\.\d+)?$/)
        const [whole = '', part = ''] = text.split('.')
        expect(BigInt(whole + part)).toBe(amount)
        expect(part).toHaveLength(String(unit).length - 1)
      },
    ),
  )
})

test('play totals count the price of a tournament as staked unless it was returned, and its prizes as won', async () => {
  await player.fund('EUR', 10_000n)
  const own = cash(player.id)
  const post = (kind: string, from: string, to: string, amount: bigint) =>
    app.deps.ledger.post(movement({ kind, transfers: [transfer(from, to, amount)], gate: 'none' }))
  const pool = 'house:prizes:EUR'
  await post('tournament-entry', own, pool, 500n)
  await post('tournament-entry', own, pool, 700n)
  await post('tournament-entry-returned', pool, own, 700n)
  await post('prize-paid', pool, own, 450n)
  const totals = await readTotals(app.deps.db.kysely, player.id, {})
  expect(totals).toEqual([{ currency: 'EUR', staked: 500n, stakedFromBonus: 0n, won: 450n }])
})

test('play totals count stakes and wins of the period, without rolled-back bets', async () => {
  await player.fund('EUR', 10_000n)
  const ledger = app.deps.ledger
  const [kept, undone] = [`k-${player.id}`, `u-${player.id}`]
  await ledger.post(play({ kind: 'bet', player: player.id, roundId: kept, amount: 300 }))
  await ledger.post(play({ kind: 'win', player: player.id, roundId: kept, amount: 120, isFinished: true }))
  await ledger.post(play({ kind: 'bet', player: player.id, roundId: undone, key: undone, amount: 5000 }))
  await ledger.post(play({ kind: 'rollback', player: player.id, roundId: undone, betKey: undone }))
  const totals = async (query = '') => (await player.call('GET', `/api/wallet/totals${query}`)).body
  expect(await totals()).toEqual([{ currency: 'EUR', staked: 300, stakedFromBonus: 0, won: 120, inPlay: 0, net: -180 }])
  expect(await totals('?to=2020-01-01T00:00:00Z')).toEqual([])
  expect(await totals('?currency=BTC')).toEqual([])
})
