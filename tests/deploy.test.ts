/** Checks that the files of `deploy/` refer only to existing metrics, queues, commands and paths. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCommands } from '#scripts/operator/commands.ts'
import { parseRules } from '#server/alarms.ts'
import { measureConsumers } from '#server/kernel/facts/metrics.ts'
import { registry } from '#server/kernel/http/metrics.ts'
import { measureChain } from '#server/chain/metrics.ts'
import { databaseCommands, modules, registerMetrics } from '#server/modules.ts'
import '#server/ledger/reconcile.ts'
import '#server/kernel/jobs/scheduler.ts'
import { testApp, type TestApp } from './setup/app.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../deploy', file), 'utf8')
const rules = parseRules(
  read('alerts.yml'),
  readFileSync(join(import.meta.dirname, '../docs/operations/troubleshooting.md'), 'utf8'),
)
type Dashboard = { panels: Array<{ title: string; targets: Array<{ expr: string }> }> }
const panels = (JSON.parse(read('dashboard.json')) as Dashboard).panels

let app: TestApp
let text: string
beforeAll(async () => {
  app = await testApp()
  registerMetrics(app.deps)
  measureConsumers(app.deps.db)
  measureChain(app.deps, [])
  text = await registry.metrics()
})
afterAll(() => app.close())

const queriesOf = () => [
  ...rules.map(({ name, expr }) => [name, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
]

test('every rule and panel queries metrics that the site exports', () => {
  const exported = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!))
  const unknown = queriesOf().flatMap(([name, expr]) =>
    [...expr.matchAll(/\b(?:fairhouse|nodejs|process)_\w+/g)]
      .map(([metric]) => metric.replace(/(_seconds)_(?:bucket|count|sum)$/, '$1'))
      .filter((metric) => !exported.has(metric))
      .map((metric) => `${name}: ${metric}`),
  )
  expect(unknown).toEqual([])
  expect(rules.length).toBe([...read('alerts.yml').matchAll(/alert:/g)].length)
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length)
})

test('rules refer to existing queues and commands, and every queue has a rule', () => {
  const queues = modules.flatMap((module) => module.queues ?? []).map(({ name }) => name)
  expect(new Set(queues).size).toBe(queues.length)
  expect(queues).toEqual(
    expect.arrayContaining(['withdrawals', 'flagged', 'documents', 'chat', 'harm', 'households', 'communications']),
  )
  for (const queue of queues)
    expect(text).toContain(`fairhouse_waiting_for_operator_oldest_seconds{queue="${queue}"} 0`)
  const named = queriesOf().flatMap(([, expr]) => [...expr.matchAll(/queue=~?"([^"]+)"/g)].map(([, name]) => name!))
  expect(named.filter((name) => !queues.includes(name))).toEqual([])
  const commands = rules.flatMap(({ summary }) => [...summary.matchAll(/npm run operator -- (\S+)(?: (\S+))?/g)])
  const ofDesk = readCommands().map(({ name }) => name)
  for (const [, name, command] of commands)
    if (!ofDesk.includes(name!)) expect(databaseCommands[name!]).toHaveProperty(command!)
})

test('every rule says what to do', () => {
  expect(rules.filter(({ remedy, group }) => remedy === '' || group === '').map(({ name }) => name)).toEqual([])
})

test('routes that rules select are routes of the site', () => {
  const routes = queriesOf().flatMap(([, expr]) => [...expr.matchAll(/route=~"([^"]+)"/g)].map(([, route]) => route!))
  expect(routes.length).toBeGreaterThan(0)
  for (const pattern of routes) expect('/api/partners/games/:studio/bet').toMatch(new RegExp(`^(?:${pattern})$`))
  expect(app.app.hasRoute({ method: 'POST', url: '/api/partners/games/:studio/bet' })).toBe(true)
})

test('the unit starts the script of npm start and allows it the time that a stop takes', () => {
  const unit = read('fairhouse.service')
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  expect(scripts.start).toContain(/^ExecStart=\S+ (scripts\/\S+)$/m.exec(unit)![1])
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)![1])).toBeGreaterThanOrEqual(30 + 5)
  expect(read('logrotate.conf')).toContain(`${/append:(\S+)\/fairhouse\.log/.exec(unit)![1]}/*.log`)
})

test('the metrics contain the amount of waiting work and the age of the oldest', async () => {
  const now = app.deps.clock.now()
  await app.db.pool.query(
    `INSERT INTO messages.communications (id, email, message, locale, player_id, created_at)
     VALUES (gen_random_uuid(), 'a@example.test', 'Hello', 'en', NULL, $1)`,
    [new Date(now.getTime() - 3_600_000)],
  )
  const after = await registry.metrics()
  expect(after).toContain('fairhouse_waiting_for_operator{queue="communications"} 1')
  expect(after).toContain('fairhouse_waiting_for_operator_oldest_seconds{queue="communications"} 3600')
})
