/** Alarms at the desk. */
import { expect, test } from 'vitest'
import { evaluate, parseRules, type Sample, shippedRules, watchAlarms } from './alarms.ts'

const metrics: Record<string, Sample[]> = {
  waiting: [
    { labels: { queue: 'chat' }, value: 1_000 },
    { labels: { queue: 'documents' }, value: 90_000 },
    { labels: { queue: 'withdrawals' }, value: 0 },
  ],
  disk: [{ labels: {}, value: 4e9 }],
}
const read = async (name: string) => metrics[name] ?? []

test.each([
  ['max(waiting{queue="chat"}) > 900', [{ labels: {}, value: 1_000 }]],
  ['max(waiting{queue="chat"}) > 1000', []],
  ['max by (queue) (waiting{queue!~"chat|withdrawals"}) > 86400', [{ labels: { queue: 'documents' }, value: 90_000 }]],
  ['disk < 5e9', [{ labels: {}, value: 4e9 }]],
  ['min(waiting) == 0', [{ labels: {}, value: 0 }]],
  [
    'sum(waiting) > 1 or disk > 1',
    [
      { labels: {}, value: 91_000 },
      { labels: {}, value: 4e9 },
    ],
  ],
  ['max(absent_metric) > 0', []],
  ['rate(waiting[5m]) > 0', null],
  ['up{job="fairhouse"} == 0', null],
  ['sum(waiting) < 0.5 * sum(waiting)', null],
])('%s holds for %j', async (expr, holding) => {
  expect(await evaluate(expr, read)).toEqual(holding)
})

test('an alarm rings once its condition has held for as long as the rule says, and ends with it', async () => {
  const rules = parseRules(
    `  - name: fairhouse-people
      - alert: FairhouseWorkWaits
        expr: max by (queue) (work) > 10
        for: 5m
        labels: { severity: warn }
        annotations:
          summary: 'Work waits: {{ $labels.queue }}.'`,
    '| Alert | Do |\n| `FairhouseWork…` | **Read** [this](page.md) |',
  )
  let now = new Date('2026-01-01T00:00:00Z')
  let value = 11
  const alarms = watchAlarms(
    rules,
    () => now,
    async () => [{ labels: { queue: 'chat' }, value }],
  )
  const [first] = await alarms.read()
  expect(first).toMatchObject({
    group: 'people',
    state: 'pending',
    since: now.toISOString(),
    sentences: ['Work waits: chat.'],
    values: [{ of: 'chat', value: 11 }],
    queues: ['chat'],
    remedy: 'Read this',
    manual: ['docs/operations/page.md'],
  })
  now = new Date('2026-01-01T00:05:00Z')
  expect((await alarms.read())[0]).toMatchObject({ state: 'firing', since: first!.since })
  value = 10
  expect((await alarms.read())[0]).toMatchObject({ state: 'ok', since: null, sentences: ['Work waits: ….'] })
  value = 11
  expect((await alarms.read())[0]).toMatchObject({ state: 'pending', since: now.toISOString() })
})

test('a figure that cannot be read is named, and hides no other alarm', async () => {
  const rules = shippedRules()!
  let isBroken = false
  const alarms = watchAlarms(
    rules,
    () => new Date('2026-01-01T00:00:00Z'),
    async (name) => {
      if (isBroken && name === 'fairhouse_deliveries_oldest_seconds') throw new Error('the database is gone')
      return [{ labels: { queue: 'chat' }, value: 1e6 }]
    },
  )
  const stateOf = async (wanted: string) => (await alarms.read()).find(({ name }) => name === wanted)!
  const before = await stateOf('FairhouseDeliveriesLate')
  isBroken = true
  expect(await stateOf('FairhouseDeliveriesLate')).toMatchObject({ state: 'failed', since: before.since, values: [] })
  expect(await stateOf('FairhouseChatWaits')).toMatchObject({ state: 'firing', queues: ['chat'] })
})

test('most shipped rules are evaluated here; the others need a history', async () => {
  const rules = shippedRules()!
  const results = await Promise.all(rules.map(async ({ name, expr }) => [name, await evaluate(expr, read)] as const))
  const left = results.flatMap(([name, holding]) => (holding === null ? [name] : []))
  expect(left).toEqual([
    'FairhouseDown',
    'FairhouseErrors',
    'FairhouseBetsSlow',
    'FairhouseDeadlocks',
    'FairhouseRealtimeDrop',
    'FairhouseJobFails',
  ])
  expect(rules.length).toBeGreaterThan(20)
})
