/** Seals of the audit log: what its owner changes is found, and what its retention removes is not taken for it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import pg from 'pg'
import { findBreaches } from '#server/ledger/invariants.ts'
import { publishReport } from '#server/liabilities/publish-report.ts'
import { allInvariants } from '#server/modules.ts'
import { testApp, type TestApp } from '#tests/setup/app.ts'
import { audit } from '../audit.ts'
import { endRetention } from './retention.ts'
import { sealAudit, sealDue } from './seal.ts'

const actor = { kind: 'system', job: 'test' } as const
let app: TestApp
beforeEach(async () => {
  app = await testApp()
  // Those of the start.
  await tamper('DELETE FROM identity.audit')
})
afterEach(() => app.close())

const write = (detail: Record<string, unknown> = {}) =>
  audit(app.deps.db.kysely, { clock: app.deps.clock, actor }, { action: 'switched-off', playerId: null, detail })
const owner = (sql: string) => app.db.asOwner(sql)
/** As whoever has the owner's credentials and switches the triggers off. */
const tamper = (sql: string) =>
  owner(`SET session_replication_role = replica; ${sql}; SET session_replication_role = origin`)
const breaches = async (): Promise<string[]> =>
  (await findBreaches(app.deps.db.pool, allInvariants)).map(({ invariant }) => invariant)

const changed = 'every entry of the audit log is as it was sealed, and none was added or removed'
const unchained = 'each seal of the audit log follows the one before it'
const moved = 'where an entry of the audit log came from is what was written, or was removed'
const unnamed = 'the audit log still has each seal that a published report names'

describe('after sealing', () => {
  beforeEach(async () => {
    for (let count = 0; count < 3; count++) await write({ count, fingerprint: 'a phone' })
    expect(await sealAudit(app.deps)).toBe(1)
    await write({ count: 3 })
    expect(await sealAudit(app.deps)).toBe(1)
    expect(await breaches()).toEqual([])
  })

  const second = '(SELECT id FROM identity.audit ORDER BY id OFFSET 1 LIMIT 1)'
  const insert =
    'INSERT INTO identity.audit (id, at, action, ip, user_agent, detail, actor) OVERRIDING SYSTEM VALUE SELECT'
  test.each([
    ['an entry is altered', `UPDATE identity.audit SET actor = 'operator:mia' WHERE id = ${second}`, [changed]],
    [
      'the detail is altered',
      `UPDATE identity.audit SET detail = '{"count": 7}' WHERE id = ${second}`,
      [changed, moved],
    ],
    ['the time is altered', `UPDATE identity.audit SET at = at - interval '1 us' WHERE id = ${second}`, [changed]],
    ['an entry is deleted', `DELETE FROM identity.audit WHERE id = ${second}`, [changed]],
    ['an entry is inserted', `${insert} 2, now(), 'switched-off', '', '', '{}', 'operator:mia'`, [changed]],
    [
      'an entry is inserted before the first one',
      `${insert} 0, now(), 'switched-off', '', '', '{}', 'operator:mia'`,
      [changed],
    ],
    ['an address is altered', `UPDATE identity.audit SET ip = '203.0.113.9' WHERE id = ${second}`, [moved]],
    ['a seal is deleted', 'DELETE FROM identity.audit_seals WHERE number = 1', [unchained]],
    [
      'a seal is altered',
      'UPDATE identity.audit_seals SET entries = entries + 1 WHERE number = 1',
      [changed, unchained],
    ],
    [
      'entries are declared as removed by retention',
      'DELETE FROM identity.audit; UPDATE identity.audit_seals SET entries_removed_at = now()',
      [unchained],
    ],
  ])('books check finds that %s', async (_what, sql, found) => {
    await tamper(sql)
    expect((await breaches()).toSorted()).toEqual([...found].toSorted())
  })

  test('the application and an owner with triggers cannot change it', async () => {
    for (const sql of [
      "UPDATE identity.audit SET actor = 'operator:mia'",
      'DELETE FROM identity.audit',
      'TRUNCATE identity.audit',
      "UPDATE identity.audit SET ip = '', user_agent = '', country = NULL, origin_salt = NULL, actor = 'operator:mia'",
    ])
      await expect(owner(sql)).rejects.toThrow('append-only')
  })

  test('a chain that is rewritten as a whole differs from what a signed report has published', async () => {
    await publishReport({ ...app.deps, actor })
    const { rows } = await owner('SELECT statement FROM liabilities.reports')
    expect(rows[0].statement).toMatch(/^audit seal 2 [0-9a-f]{64}$/m)
    expect(await breaches()).toEqual([])
    await tamper(`DELETE FROM identity.audit WHERE id = ${second}; DELETE FROM identity.audit_seals`)
    await sealAudit(app.deps)
    expect(await breaches()).toEqual([unnamed])
  })

  test('addresses and devices end with their retention, and the seals hold', async () => {
    await owner(
      "INSERT INTO identity.audit (at, action, ip, country, user_agent, detail, actor) VALUES (now(), 'signed-in', '203.0.113.7', 'DE', 'a browser', '{\"fingerprint\": \"a phone\", \"kept\": 1}', 'guest')",
    )
    await sealAudit(app.deps)
    expect(await endRetention(app.deps)).toBe(0)
    app.moveClock(366 * 86_400_000)
    expect(await endRetention(app.deps)).toBe(3)
    const { rows } = await owner(
      'SELECT DISTINCT ip, country, user_agent, origin_salt, detail - $$count$$ AS detail FROM identity.audit',
    )
    const gone = { ip: '', country: null, user_agent: '', origin_salt: null }
    expect(rows).toEqual(
      expect.arrayContaining([
        { ...gone, detail: {} },
        { ...gone, detail: { kept: 1 } },
      ]),
    )
    expect(rows).toHaveLength(2)
    expect(await breaches()).toEqual([])
    expect(await endRetention(app.deps)).toBe(0)
  })
})

test('entries end ten years after their seal, and the seals hold', async () => {
  const old = { ...app.deps, clock: { now: () => new Date(Date.now() - 11 * 366 * 86_400_000) } }
  await audit(app.deps.db.kysely, { clock: old.clock, actor }, { action: 'switched-off', playerId: null })
  await sealAudit(old)
  await write()
  await sealAudit(app.deps)
  expect(await endRetention({ ...app.deps, clock: { now: () => new Date() } })).toBe(2)
  const { rows } = await owner('SELECT count(*)::int AS entries FROM identity.audit')
  expect(rows).toEqual([{ entries: 1 }])
  expect(await breaches()).toEqual([])
})

test('an entry whose transaction is still running is sealed only after it, with the later ones', async () => {
  const client = new pg.Client({ connectionString: app.db.url })
  await client.connect()
  await client.query('BEGIN')
  await client.query(
    "INSERT INTO identity.audit (at, action, ip, user_agent, detail) VALUES (now(), 'switched-on', '', '', '{}')",
  )
  await write()
  let isSealed = false
  const sealing = sealAudit(app.deps).then((seals) => ((isSealed = true), seals))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(isSealed).toBe(false)
  await client.query('COMMIT')
  await client.end()
  expect(await sealing).toBe(1)
  const { rows } = await owner('SELECT entries FROM identity.audit_seals')
  expect(rows).toEqual([{ entries: 2 }])
  expect(await breaches()).toEqual([])
})

test('large logs are sealed in several parts, and the job is due only for what is new', async () => {
  const due = async () => (await owner(sealDue)).rows[0].case
  expect(await due()).toBeNull()
  await owner(
    "INSERT INTO identity.audit (at, action, ip, user_agent, detail) SELECT now(), 'signed-in', '', '', '{}' FROM generate_series(1, 5001)",
  )
  expect(await due()).not.toBeNull()
  expect(await sealAudit(app.deps)).toBe(2)
  expect(await due()).toBeNull()
  expect(await breaches()).toEqual([])
})
