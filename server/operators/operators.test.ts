/** Operators and their keys: the first operator, adding others, revoked keys, and the output of the commands. */
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runOperatorCommand } from '#scripts/operator.ts'
import { testApp, type TestApp } from '#tests/setup/app.ts'
import { operatorKey } from '#tests/setup/operator.ts'
import { offerKind } from '#server/bonuses/offer-kind.ts'
import { seedDefinitions } from '#server/kernel/definitions/seed.ts'
import { addOperator, endOperator, findOperator, listOperators } from './operators.ts'

let app: TestApp
let printed: string[]
beforeEach(async () => {
  app = await testApp()
  printed = []
})
afterEach(() => app.close())

const system = { kind: 'system', job: 'first operator' } as const
const print = (line: string) => void printed.push(line)
const run = (key: string, ...words: string[]) =>
  runOperatorCommand(
    words,
    async () => ({ ...app.deps, storage: app.deps.partners.storage, print, close: async () => {} }),
    print,
    async () => key,
  )
/** Without the first versions of rates, currencies and collections, which every new database is seeded with. */
const audited = async () =>
  (
    await app.db.asOwner(
      "SELECT actor, action, detail FROM identity.audit WHERE action NOT IN ('reference-changed', 'definition-changed') ORDER BY id",
    )
  ).rows

// Shows: ASVS 6.3.2
test('without operators every command explains how to add the first; database access suffices only for that one', async () => {
  expect(await run('', 'withdrawals', 'list')).toBe(1)
  expect(printed.join()).toContain('operators add <name>')
  expect(await run('', 'operators', 'add', 'olga')).toBe(0)
  const key = printed.at(-2)!
  expect(await findOperator(app.deps, key)).toMatchObject({ name: 'olga', permissions: ['*'] })
  printed = []
  expect(await run('', 'operators', 'add', 'mallory', '*')).toBe(1)
  expect(printed.join()).toContain('OPERATOR_KEY')
  expect((await listOperators(app.deps)).map(({ name }) => name)).toEqual(['olga'])
  expect(await audited()).toEqual([
    {
      actor: 'system:first operator',
      action: 'operator-added',
      detail: { operator: 'olga', before: null, after: { permissions: ['*'] } },
    },
  ])
})

test('of two concurrent first operators one is added', async () => {
  const deps = { ...app.deps, randomBytes, actor: system }
  const both = await Promise.all(['ann', 'bea'].map((name) => addOperator(deps, { name, permissions: ['*'] })))
  expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  expect(await listOperators(app.deps)).toHaveLength(1)
})

test('a key is stored as a digest, and is accepted for its permissions', async () => {
  const olga = await operatorKey(app.deps)
  const dora = await operatorKey(app.deps, { name: 'dora', permissions: ['documents'], by: olga })
  const { rows } = await app.db.asOwner('SELECT * FROM operators.operators')
  expect(JSON.stringify(rows)).not.toContain(dora.slice(4))
  expect(await run(dora, 'documents', 'list')).toBe(0)
  printed = []
  expect(await run(dora, 'withdrawals', 'list')).toBe(1)
  expect(printed).toEqual(['dora does not have the permission withdrawals.'])
  expect(await run(dora, 'operators', 'add', 'eve', 'documents')).toBe(1)
  expect(await run('fho_nonsense', 'documents', 'list')).toBe(1)
})

test('operators cannot grant permissions that they do not have', async () => {
  const olga = await operatorKey(app.deps)
  const hr = await operatorKey(app.deps, { name: 'hr', permissions: ['operators'], by: olga })
  expect(await run(hr, 'operators', 'add', 'eve', 'withdrawals')).toBe(1)
  expect(printed.at(-1)).toContain('permissions that you have yourself')
  expect(await run(hr, 'operators', 'add', 'eve', 'operators')).toBe(0)
  expect(await run(olga, 'operators', 'add', 'fay', 'nonsense')).toBe(1)
  expect(printed.at(-1)).toContain('Unknown permission nonsense')
})

test('a revoked key is refused at once, its name is not reused, and the last operator who can add others remains', async () => {
  const olga = await operatorKey(app.deps)
  const dora = await operatorKey(app.deps, { name: 'dora', permissions: ['documents'], by: olga })
  expect(await run(olga, 'operators', 'end', 'dora')).toBe(0)
  expect(await run(dora, 'documents', 'list')).toBe(1)
  expect(printed.at(-1)).toContain('revoked key')
  expect(await run(olga, 'operators', 'add', 'dora', 'documents')).toBe(1)
  expect(await run(olga, 'operators', 'end', 'olga')).toBe(1)
  expect(printed.at(-1)).toContain('No other operator may add operators')
  expect(await findOperator(app.deps, olga)).not.toBeNull()
})

test('of two operators who revoke each other at once, one remains', async () => {
  const ann = await operatorKey(app.deps, { name: 'ann' })
  const bea = await operatorKey(app.deps, { name: 'bea', permissions: ['*'], by: ann })
  const actors = await Promise.all([ann, bea].map(async (key) => (await findOperator(app.deps, key))!))
  const ended = await Promise.all([
    endOperator({ ...app.deps, actor: actors[0]! }, 'bea'),
    endOperator({ ...app.deps, actor: actors[1]! }, 'ann'),
  ])
  expect(ended.filter(({ ok }) => ok)).toHaveLength(1)
})

test('refused keys and permissions are recorded by command, without the key', async () => {
  const olga = await operatorKey(app.deps)
  const dora = await operatorKey(app.deps, { name: 'dora', permissions: ['documents'], by: olga })
  await run('fho_nonsense', 'withdrawals', 'list')
  await run(dora, 'withdrawals', 'list')
  const rows = (await audited()).filter(({ action }) => action === 'operator-refused')
  expect(rows).toEqual([
    {
      actor: 'system:operator command',
      action: 'operator-refused',
      detail: { command: 'withdrawals list', refusal: 'keyUnknown' },
    },
    {
      actor: 'operator:dora',
      action: 'operator-refused',
      detail: { command: 'withdrawals list', refusal: 'notPermitted' },
    },
  ])
})

test('a player is named by id, short id, e-mail address or phone number; a name of two players is refused', async () => {
  const olga = await operatorKey(app.deps)
  const ids = ['11223344-0000-4000-8000-000000000001', 'aabbccdd-0000-4000-8000-000000000002']
  const twin = 'aabbccdd-0000-4000-8000-000000000003'
  for (const [id, email, phone] of [
    [ids[0], 'ann@example.test', '491711234567'],
    [ids[1], 'bea@example.test', null],
    [twin, 'cat@example.test', null],
  ])
    await app.db.asOwner(
      `INSERT INTO identity.players (id, email, phone, country, currency, created_at, updated_at) VALUES ($1, $2, $3, 'DE', 'EUR', $4, $4)`,
      [id, email, phone, app.deps.clock.now()],
    )
  for (const [index, name] of [
    ids[0]!,
    '11223344',
    'Ann@example.test',
    '+49 171 123-4567',
    '0049 1711234567',
  ].entries())
    expect([name, await run(olga, 'players', index % 2 === 0 ? 'limit' : 'admit', name, 'a test')]).toEqual([name, 0])
  expect(await run(olga, 'players', 'block', 'aabbccdd', 'a test')).toBe(1)
  expect(printed.at(-1)).toContain(`${ids[1]}, ${twin}`)
  expect(await run(olga, 'players', 'block', '99999999', 'a test')).toBe(1)
  expect(printed.at(-1)).toContain('No such player')
})

test('a definition is ended with a reason, which is recorded', async () => {
  const olga = await operatorKey(app.deps)
  await seedDefinitions(app.deps, [offerKind])
  expect(await run(olga, 'offers', 'end', 'welcome-100')).toBe(1)
  expect(printed.at(-1)).toContain('Enter a reason')
  expect(await run(olga, 'offers', 'end', 'welcome-100', 'too', 'generous')).toBe(0)
  const { rows } = await app.db.asOwner(
    "SELECT detail FROM identity.audit WHERE action = 'definition-changed' AND detail -> 'after' ->> 'state' = 'ended'",
  )
  expect(rows).toMatchObject([{ detail: { identity: 'welcome-100', reason: 'too generous' } }])
})
