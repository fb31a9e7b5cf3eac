/** The record of what operators do with rewards: every call of a command, and whose rewards it read. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runOperatorCommand } from '#scripts/operator.ts'
import { operatorCommands } from '#server/modules.ts'
import { type TestApp, testApp } from '#tests/setup/app.ts'
import { operatorKey } from '#tests/setup/operator.ts'

const subjects = [
  'offers',
  'cashback',
  'rakeback',
  'levels',
  'loyalty',
  'quests',
  'tournaments',
  'rewards',
  'freebets',
  'households',
  'messages',
]

let app: TestApp
let key: string
let printed: string[] = []
beforeAll(async () => {
  app = await testApp()
  key = await operatorKey(app.deps, { name: 'olga' })
})
afterAll(() => app.close())

const print = (line: string) => void printed.push(line)
const run = (...words: string[]) =>
  runOperatorCommand(
    words,
    async () => ({ ...app.deps, storage: app.deps.partners.storage, print, close: async () => {} }),
    print,
    async () => key,
  )
const recorded = async () => {
  const { rows } = await app.db.asOwner(
    `SELECT actor, action, player_id, detail FROM identity.audit WHERE action IN ('operator-called', 'rewards-read') ORDER BY id`,
  )
  return rows
}

test.each(subjects.map((subject) => [subject] as const))(
  'every command of %s is recorded with its operator, also one that fails or only reads',
  async (subject) => {
    const before = (await recorded()).length
    const names = Object.keys(operatorCommands[subject]!)
    expect(names.length).toBeGreaterThan(1)
    for (const name of names) {
      printed = []
      const code = await run(subject, name)
      expect([0, 1]).toContain(code)
      if (code === 1) expect(printed.join('')).not.toBe('')
    }
    expect((await recorded()).slice(before)).toEqual(
      names.map((name) => ({
        actor: 'operator:olga',
        action: 'operator-called',
        player_id: null,
        detail: { command: `${subject} ${name}` },
      })),
    )
  },
)

test('a read of one player is recorded with the player, whether named by id or address, and without the arguments', async () => {
  const id = randomUUID()
  await app.db.asOwner(
    `INSERT INTO identity.players (id, email, country, currency, created_at, updated_at) VALUES ($1, $2, 'DE', 'EUR', now(), now())`,
    [id, `${id}@example.test`],
  )
  const before = (await recorded()).length
  expect(await run('rewards', 'player', id)).toBe(0)
  expect(await run('quests', 'player', `${id}@example.test`)).toBe(0)
  expect(await run('loyalty', 'show', id)).toBe(0)
  expect(await run('rewards', 'player', randomUUID())).toBe(1)
  const rows = (await recorded()).slice(before)
  expect(JSON.stringify(rows)).not.toContain('@')
  expect(rows.filter(({ action }) => action === 'rewards-read')).toEqual(
    ['rewards', 'quests', 'loyalty'].map((what) => ({
      actor: 'operator:olga',
      action: 'rewards-read',
      player_id: id,
      detail: { what },
    })),
  )
})

test('a key without the permission runs nothing, and nothing is recorded in the name of another', async () => {
  const before = (await recorded()).length
  const own = key
  key = await operatorKey(app.deps, { name: 'dora', permissions: ['documents'], by: own })
  expect(await run('rewards', 'cost')).toBe(1)
  key = own
  expect((await recorded()).length).toBe(before)
})
