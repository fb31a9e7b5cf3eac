/** Reports of what is owed to players: what counts, how each player verifies it, and what may happen meanwhile. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { LiabilityReport } from '#contract/liabilities.ts'
import { runDatabaseCommand } from '#scripts/operator/database.ts'
import { readDrawKeys } from '#games/studio/draw-keys.ts'
import { checkReports, leastOwed } from '#web/features/liabilities/check-report.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { play } from '#tests/money/wallets.ts'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { moneyCalls } from '#tests/setup/money-calls.ts'
import { closeAccount } from '../profile/close-account.ts'
import { publishReport, reportDue } from './publish-report.ts'
import { lifecycle, routes } from './module.ts'
import { signAsOperator } from '../kernel/sign-as-operator.ts'
import { writeStored } from '#web/device/storage.ts'

let app: Cashier
let player: TestPlayer
const dayMs = 86_400_000

beforeAll(async () => {
  app = await cashier({ alsoRoutes: routes, alsoLifecycles: [lifecycle] })
})
beforeEach(async () => {
  app.clock.reset()
  player = await app.player({ currencies: ['EUR', 'USD'] })
})
afterAll(async () => {
  expect(await findBreaches(app.deps.db.pool, allInvariants)).toEqual([])
  await app.close()
})

const { withdraw, payDeposit, authenticated } = moneyCalls(
  () => app,
  () => player,
)
const publish = () => publishReport({ ...app.deps, actor: { kind: 'system', job: 'test' } })
const listed = async (): Promise<Loose[]> => (await player.call('GET', '/api/wallet/liabilities')).body
const proofOf = async (of: TestPlayer, query = '') =>
  (await of.call('GET', `/api/wallet/liabilities/proof${query}`)).body
const entriesOf = async (of: TestPlayer) => (await of.call('GET', '/api/wallet/entries?perPage=100')).body.data
/** As the page does it, with what it can read. */
const check = async (of: TestPlayer) =>
  (await checkReports(await listed(), await proofOf(of), await entriesOf(of))) as Loose
/** What a player verifies of the own money, by currency. */
async function proven(of = player): Promise<Record<string, number>> {
  const { isSigned, isChained, isOneKey, own } = await check(of)
  expect({ isSigned, isChained, isOneKey }).toEqual({ isSigned: true, isChained: true, isOneKey: true })
  expect(own.every(({ isIncluded, isWhole }: Loose) => isIncluded && isWhole)).toBe(true)
  return Object.fromEntries(own.map(({ currency, amount }: Loose) => [currency, amount]))
}
async function runLiabilities(...words: string[]): Promise<{ code: number; text: string }> {
  const printed: string[] = []
  const print = (line: string) => void printed.push(line)
  const open = async () => ({ ...app.deps, storage: app.deps.partners.storage, print, close: async () => {} })
  const code = await runDatabaseCommand(['liabilities', ...words], open, print)
  return { code, text: printed.join('\n') }
}
async function damage(sql: string, work: () => Promise<void>, undo: string): Promise<void> {
  await app.asOwner(sql)
  try {
    await work()
  } finally {
    await app.asOwner(undo)
  }
}

test('before the first report there is nothing to prove; guests read reports, and no proof', async () => {
  expect(await player.call('GET', '/api/wallet/liabilities/proof')).toMatchObject({
    status: 404,
    body: { error: { name: 'reportNotFound' } },
  })
  expect(await listed()).toEqual([])
  await publish()
  expect((await fetch(`${app.url}/api/wallet/liabilities`)).status).toBe(200)
  expect((await fetch(`${app.url}/api/wallet/liabilities/proof`)).status).toBe(401)
})

// Shows: 11.1
test('a player verifies every balance in the browser; totals are those of all players, holdings those of the books', async () => {
  const other = await app.player({ currencies: ['EUR'] })
  await player.fund('EUR', 12_345n)
  await player.fund('USD', 700n)
  await other.fund('EUR', 1n)
  await publish()
  expect(await proven()).toEqual({ EUR: 12_345, USD: 700 })
  expect(await proven(other)).toEqual({ EUR: 1 })
  const [{ trees, holdings }] = await listed()
  const { rows } = await app.asOwner(
    'SELECT currency, sum(cash + held + vault)::int AS total FROM wallet.accounts GROUP BY 1 HAVING sum(cash + held + vault) > 0 ORDER BY 1',
  )
  expect(trees.map(({ currency, total }: Loose) => ({ currency, total }))).toEqual(rows)
  const held = await app.asOwner(
    "SELECT split_part(address, ':', 2) AS holder, currency, (-balance)::int AS amount FROM ledger.balances WHERE address LIKE 'clearing:%' AND balance <> 0 ORDER BY 2, 1",
  )
  expect(holdings).toEqual(held.rows)
})

// Shows: attack 176
test('a currency, a part or some of the money that the server leaves out is noticed', async () => {
  await player.fund('EUR', 12_345n)
  await player.fund('USD', 700n)
  await publish()
  const [reports, proof, entries] = [await listed(), await proofOf(player), await entriesOf(player)]
  const checked = async (changed: object) =>
    ((await checkReports(reports as never, { ...proof, ...changed }, entries)) as Loose).own
  expect(await checked({ balances: proof.balances.slice(0, 1) })).toMatchObject([
    { currency: 'EUR', isIncluded: true, isWhole: true },
    { currency: 'USD', amount: 0, least: 700, isIncluded: false, isWhole: false },
  ])
  // The proof is of less than the entries show.
  const later = entries.map((entry: Loose) => (entry.currency === 'EUR' ? { ...entry, after: entry.after + 1 } : entry))
  expect(((await checkReports(reports as never, proof, later)) as Loose).own).toMatchObject([
    { currency: 'EUR', amount: 12_345, least: 12_346, isIncluded: true, isWhole: false },
    { currency: 'USD', isIncluded: true, isWhole: true },
  ])
  const withoutPart = proof.balances.map((balance: Loose) => {
    const parts = balance.parts.slice(1)
    return { ...balance, parts, amount: parts.reduce((sum: number, part: Loose) => sum + part.amount, 0) }
  })
  expect((await checked({ balances: withoutPart })).map(({ isIncluded }: Loose) => isIncluded)).toEqual([false, false])
  // Everything later in the day does not count.
  app.clock.forward(3_600_000)
  await player.fund('EUR', 99_999n)
  expect(leastOwed(await entriesOf(player), reports[0]!.madeAt)).toEqual(
    new Map([
      ['EUR', 12_345],
      ['USD', 700],
    ]),
  )
})

// Shows: attack 134
test('a new key for drawing seeds is announced by a report, and used from then on', async () => {
  const { code, text } = await runLiabilities('next-draw-key')
  expect([code, text]).toEqual([0, expect.stringMatching(/^Key [\w-]{43} is named in the next report/)])
  const id = text.split(' ')[1]!
  expect((await runLiabilities('next-draw-key')).text).toContain('waits for the next report already')
  const keys = async () => readDrawKeys(app.deps.db.kysely)
  expect((await keys())[0]).toMatchObject({ id, usedFrom: null })
  await publish()
  const [report] = await listed()
  expect(report!.drawKeys).toContain(id)
  expect(report!.statement).toContain(`draw key ${id}`)
  expect((await keys())[0]!.usedFrom!.toISOString()).toBe(report!.madeAt)
})

test('the vault and withdrawals under way count', async () => {
  await player.fund('EUR', 9000n)
  const stored = { amount: 2000, idempotencyKey: randomUUID() }
  expect((await player.call('POST', `/api/wallet/accounts/${player.accounts.EUR}/vault`, stored)).status).toBe(200)
  expect((await withdraw(3000)).status).toBe(200)
  await publish()
  expect(await proven()).toEqual({ EUR: 9000 })
})

test('a bonus does not count, the deposit for it does', async () => {
  await payDeposit()
  await app.settle()
  const { rows } = await app.asOwner('SELECT cash::int, bonus::int FROM wallet.accounts WHERE id = $1', [
    player.accounts.EUR,
  ])
  expect(rows[0].bonus).toBeGreaterThan(0)
  await publish()
  expect(await proven()).toEqual({ EUR: rows[0].cash })
})

test('a stake in an open round counts until the round ends, then what was won', async () => {
  await player.fund('EUR', 1000n)
  const roundId = randomUUID()
  await app.deps.ledger.post(play({ kind: 'bet', player: player.id, roundId, amount: 300 }))
  await publish()
  expect(await proven()).toEqual({ EUR: 1000 })
  await app.deps.ledger.post(play({ kind: 'win', player: player.id, roundId, amount: 50, isFinished: true }))
  await publish()
  expect(await proven()).toEqual({ EUR: 750 })
})

// Shows: attack 179
test('a stake in an open round counts in an account that is no longer active, and cannot be hidden meanwhile', async () => {
  await player.fund('EUR', 500n)
  await app.deps.ledger.post(play({ kind: 'bet', player: player.id, roundId: randomUUID(), amount: 500 }))
  expect((await player.call('PUT', `/api/wallet/accounts/${player.accounts.USD}/switch`)).status).toBe(200)
  expect((await player.call('PUT', `/api/wallet/accounts/${player.accounts.EUR}/hide`)).body.error.name).toBe(
    'accountHasFunds',
  )
  await publish()
  expect(await proven()).toEqual({ EUR: 500 })
})

// Shows: attack 179
test('movements while a report is made are counted on one side: the player proves a balance that was there', async () => {
  await player.fund('EUR', 1000n)
  const stakes = Array.from({ length: 10 }, () => {
    const roundId = randomUUID()
    return app.deps.ledger
      .post(play({ kind: 'bet', player: player.id, roundId, amount: 10 }))
      .then(() => app.deps.ledger.post(play({ kind: 'win', player: player.id, roundId, amount: 10, isFinished: true })))
  })
  await Promise.all([publish(), publish(), ...stakes])
  expect(await proven()).toEqual({ EUR: 1000 })
})

// Shows: 11.2, attack 175
test('a balance left out of a report is noticed: by its owner, by verification and by reconciliation', async () => {
  await player.fund('EUR', 1000n)
  await publish()
  const [{ number }] = await listed()
  await damage(
    `CREATE TABLE public.left_out AS SELECT * FROM liabilities.leaves WHERE report = ${number} AND player_id = '${player.id}';
     DELETE FROM liabilities.leaves WHERE report = ${number} AND player_id = '${player.id}'`,
    async () => {
      expect((await check(player)).own).toMatchObject([{ currency: 'EUR', amount: 0, least: 1000, isWhole: false }])
      expect((await findBreaches(app.deps.db.pool, allInvariants)).map(({ invariant }) => invariant)).toEqual([
        'the balances of a published report sum to its total',
      ])
      expect(await runLiabilities('verify', String(number))).toMatchObject({ code: 1 })
    },
    'INSERT INTO liabilities.leaves SELECT * FROM public.left_out; DROP TABLE public.left_out',
  )
  expect(await proven()).toEqual({ EUR: 1000 })
})

// Shows: 11.2, attack 177
test('a leaf, a total, a root, a statement or an earlier report that was changed is noticed', async () => {
  await player.fund('EUR', 1000n)
  await publish()
  await publish()
  const [{ number }, before] = await listed()
  const changes: Array<[table: string, change: string, where: string, undo: string, seen: object]> = [
    [
      'leaves',
      'amount = amount + 1',
      `player_id = '${player.id}'`,
      'amount = amount - 1',
      { own: [{ isIncluded: false }] },
    ],
    ['trees', 'total = total - 1', "currency = 'EUR'", 'total = total + 1', { isSigned: false }],
    ['reports', "statement = statement || ' '", 'true', 'statement = rtrim(statement, $$ $$)', { isSigned: false }],
  ]
  for (const [table, change, where, undo, seen] of changes)
    await damage(
      `UPDATE liabilities.${table} SET ${change} WHERE ${table === 'reports' ? 'number' : 'report'} = ${number} AND ${where}`,
      async () => {
        expect(await check(player)).toMatchObject(seen)
        expect(await runLiabilities('verify', String(number))).toMatchObject({ code: 1 })
      },
      `UPDATE liabilities.${table} SET ${undo} WHERE ${table === 'reports' ? 'number' : 'report'} = ${number} AND ${where}`,
    )
  await damage(
    `UPDATE liabilities.reports SET statement = replace(statement, 'made', 'Made') WHERE number = ${before.number}`,
    async () => expect(await check(player)).toMatchObject({ isSigned: false, isChained: false }),
    `UPDATE liabilities.reports SET statement = replace(statement, 'Made', 'made') WHERE number = ${before.number}`,
  )
  expect(await proven()).toEqual({ EUR: 1000 })
})

// Shows: 11.2, attack 177
test('another root that the operator signs as well is noticed, by its owner and by verification', async () => {
  await player.fund('EUR', 1000n)
  await publish()
  const [report] = (await listed()) as [LiabilityReport]
  const root = 'ab'.repeat(32)
  const sign = (statement: string, oldRoot: string, newRoot: string) => {
    const { signature } = signAsOperator(app.deps.settings, statement, 'ieee-p1363')
    return `UPDATE liabilities.trees SET root = '\\x${newRoot}' WHERE report = ${report.number} AND root = '\\x${oldRoot}';
      UPDATE liabilities.reports SET statement = $$${statement}$$, signature = '${signature.toString('base64url')}' WHERE number = ${report.number}`
  }
  const real = report.trees.find(({ currency }) => currency === 'EUR')!.root
  await damage(
    sign(report.statement.replace(real, root), real, root),
    async () => {
      expect(await check(player)).toMatchObject({ isSigned: true, own: [{ isIncluded: false }] })
      const { code, text } = await runLiabilities('verify', String(report.number))
      expect([code, text]).toEqual([1, expect.stringContaining('EUR: another root')])
    },
    sign(report.statement, root, real),
  )
  expect(await proven()).toEqual({ EUR: 1000 })
})

test('reports at the same moment follow one another, each naming the statement before', async () => {
  const numbers = await Promise.all([publish(), publish(), publish()])
  expect(new Set(numbers).size).toBe(3)
  expect((await check(player)).isChained).toBe(true)
  expect((await runLiabilities('verify')).code).toBe(0)
})

test('leaves of an attempt that ended before its report are shown to nobody, and replaced by the next report', async () => {
  await player.fund('EUR', 1000n)
  const before = await publish()
  await app.asOwner(
    `INSERT INTO liabilities.leaves (report, player_id, currency, part, position, amount, salt) VALUES ($1, $2, 'EUR', 0, 0, 7, '')`,
    [before + 1, player.id],
  )
  await app.asOwner(`INSERT INTO liabilities.levels VALUES ($1, 'EUR', 0, '')`, [before + 1])
  expect(await proven()).toEqual({ EUR: 1000 })
  expect((await runLiabilities('verify')).code).toBe(0)
  expect(await publish()).toBe(before + 1)
  expect(await proven()).toEqual({ EUR: 1000 })
  expect((await runLiabilities('verify')).code).toBe(0)
})

test('the next report is due at midnight', async () => {
  await publish()
  const { rows } = await app.asOwner(`SELECT (${reportDue}) AS due, max(made_at) AS made_at FROM liabilities.reports`)
  const { due, made_at } = rows[0]
  expect(due.getTime()).toBe((Math.floor(made_at.getTime() / dayMs) + 1) * dayMs)
})

// Shows: attack 178, attack 179
test('an account that is closed has no balance in later reports, and no other player reads its proof', async () => {
  await player.fund('EUR', 1000n)
  await publish()
  expect(await proven()).toEqual({ EUR: 1000 })
  const other = await app.player({ currencies: ['EUR'] })
  expect((await proofOf(other)).balances).toEqual([])
  const roundId = randomUUID()
  await app.deps.ledger.post(play({ kind: 'bet', player: player.id, roundId, amount: 1000 }))
  await app.deps.ledger.post(play({ kind: 'win', player: player.id, roundId, amount: 0, isFinished: true }))
  const ctx = await authenticated()
  const [closed] = await Promise.all([closeAccount(ctx, {}), publish()])
  expect(closed.ok).toBe(true)
  await publish()
  const { rows } = await app.asOwner(
    'SELECT count(DISTINCT report)::int AS reports FROM liabilities.leaves WHERE player_id = $1',
    [player.id],
  )
  expect(rows[0].reports).toBe(1)
})

test('proofs are stored for a month, reports permanently', async () => {
  await player.fund('EUR', 1000n)
  const old = await publish()
  app.clock.forward(32 * dayMs)
  // A session of then has ended.
  player = await app.player({ currencies: ['EUR'] })
  await player.fund('EUR', 1000n)
  const fresh = await publish()
  expect((await player.call('GET', `/api/wallet/liabilities/proof?report=${old}`)).status).toBe(404)
  expect(await proofOf(player, `?report=${fresh}`)).toMatchObject({ report: fresh, balances: [{ amount: 1000 }] })
  const { rows } = await app.asOwner('SELECT DISTINCT report FROM liabilities.leaves')
  expect(rows).toEqual([{ report: fresh }])
  expect((await listed()).map(({ number }) => number)).toContain(old)
  expect((await runLiabilities('verify')).code).toBe(0)
})

test('operators publish, print and verify reports by command; what was typed wrong is explained', async () => {
  expect((await runLiabilities('publish')).text).toMatch(/^Report \d+ is published\.$/)
  const [{ number, statement, signature }] = await listed()
  const { text } = await runLiabilities('show')
  expect(text).toContain(statement.trimEnd())
  expect(text).toContain(signature)
  expect(await runLiabilities('verify', String(number))).toEqual({
    code: 0,
    text: expect.stringMatching(new RegExp(`^Report ${number}, .*: correct$`)),
  })
  expect(await runLiabilities('show', '0')).toEqual({ code: 1, text: 'There is no report 0.' })
  const { rows } = await app.asOwner(
    "SELECT actor FROM identity.audit WHERE action = 'liabilities-published' ORDER BY id DESC LIMIT 1",
  )
  expect(rows[0].actor).toBe('system:command line')
})

test("a player's export has the balances of recent reports", async () => {
  await player.fund('EUR', 1000n)
  await publish()
  const leaves = (await lifecycle.sections.liabilityLeaves!(app.deps, player.id)) as Loose[]
  expect(leaves.reduce((sum, { amount }) => sum + amount, 0)).toBe(1000)
})

// The last one: reports that follow have another key.
test('a key that is not the one that this browser has seen is noticed', async () => {
  // Without storage, the tests before have pinned theirs on this page.
  writeStored('local', 'liabilities-key', null)
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  })
  try {
    await publish()
    expect((await check(player)).key).toBe('first')
    await publish()
    expect((await check(player)).key).toBe('known')
    const settings = { ...app.deps.settings, liabilitiesKey: Buffer.alloc(32, 7).toString('base64url') }
    await publishReport({ ...app.deps, settings, actor: { kind: 'system', job: 'test' } })
    expect(await check(player)).toMatchObject({ isSigned: true, isOneKey: false, key: 'changed' })
    // It stays noticed once every listed report has the new key.
    const latest = (await listed()).slice(0, 1)
    expect(await checkReports(latest as never, null)).toMatchObject({ isOneKey: true, key: 'changed' })
  } finally {
    vi.unstubAllGlobals()
  }
})
