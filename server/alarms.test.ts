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

const waits = 'fairhouse_waiting_for_operator_oldest_seconds'
/** Of each shipped rule that is evaluated here: a metric, the last value that is quiet and the first that is not. */
const limits: Array<
  [name: string, minutes: number, metric: string, quiet: number, loud: number, labels?: Record<string, string>]
> = [
  ['FairhouseDatabaseQueue', 1, 'fairhouse_database_connections_waiting', 0, 1],
  ['FairhouseEventLoop', 5, 'nodejs_eventloop_lag_p99_seconds', 0.2, 0.201],
  ['FairhouseDisk', 1, 'fairhouse_disk_free_bytes', 5e9, 5e9 - 1],
  ['FairhouseCountriesUnknown', 10, 'fairhouse_country_source', 1, 0],
  ['FairhouseConsumerLate', 5, 'fairhouse_consumer_lag_seconds', 60, 61, { consumer: 'quests' }],
  ['FairhouseConsumerStopped', 5, 'fairhouse_consumer_stopped', 0, 1, { consumer: 'quests' }],
  ['FairhouseDeliveriesLate', 5, 'fairhouse_deliveries_oldest_seconds', 900, 901],
  ['FairhouseInvariantViolated', 0, 'fairhouse_invariants_violated', 0, 1],
  ['FairhouseBreaks', 30, 'fairhouse_payment_breaks', 0, 1],
  ['FairhouseRatesOld', 0, 'fairhouse_rates_age_seconds', 86_400, 86_401],
  ['FairhouseBeaconLate', 0, 'fairhouse_shared_rounds_cancelled', 0, 1, { game: 'crash' }],
  ['FairhouseSportsBets', 30, 'fairhouse_sports_bets', 0, 1, { reason: 'unsettled' }],
  ['FairhouseChainSilent', 5, 'fairhouse_chain_seconds_since_block', 900, 901, { network: 'ethereum' }],
  ['FairhouseChainSilent', 5, 'fairhouse_chain_seconds_since_block', 7200, 7201, { network: 'bitcoin' }],
  ['FairhouseChainPayoutsHindered', 30, 'fairhouse_chain_payouts_hindered', 0, 1, { network: 'ethereum' }],
  ['FairhouseChainTransfersOdd', 0, 'fairhouse_chain_transfers_odd', 0, 1, { network: 'ethereum' }],
  ['FairhouseChatWaits', 0, waits, 900, 901, { queue: 'chat' }],
  ['FairhouseWithdrawalWaits', 0, waits, 14_400, 14_401, { queue: 'withdrawals' }],
  ['FairhousePromiseNear', 0, 'fairhouse_payout_promises_near', 0, 1],
  ['FairhouseComplaintDue', 0, 'fairhouse_complaints_near', 0, 1],
  ['FairhouseWorkWaits', 0, waits, 86_400, 86_401, { queue: 'documents' }],
]
test.each(limits)(
  '%s is quiet at its limit and rings above it, after %i minutes',
  async (name, minutes, metric, quiet, loud, labels = {}) => {
    let now = new Date('2026-01-01T00:00:00Z')
    let value = quiet
    const alarms = watchAlarms(
      shippedRules()!,
      () => now,
      async (asked) => (asked === metric ? [{ labels, value }] : []),
    )
    const state = async () => (await alarms.read()).find((alarm) => alarm.name === name)!
    const pass = (ms: number) => {
      now = new Date(now.getTime() + ms)
    }
    expect(await state()).toMatchObject({ state: 'ok', since: null, values: [] })
    value = loud
    expect(await state()).toMatchObject({ state: minutes > 0 ? 'pending' : 'firing', values: [{ value: loud }] })
    if (minutes > 0) {
      pass(minutes * 60_000 - 1)
      expect((await state()).state).toBe('pending')
      pass(1)
      expect((await state()).state).toBe('firing')
    }
    value = quiet
    expect(await state()).toMatchObject({ state: 'ok', since: null })
  },
)

test('every shipped rule that is evaluated here has its limit in the table above', async () => {
  const evaluated: string[] = []
  for (const { name, expr } of shippedRules()!) if (await evaluate(expr, read)) evaluated.push(name)
  expect([...new Set(limits.map(([name]) => name))]).toEqual(evaluated)
})

test('the limits of chat, withdrawals and complaints are their own, not that of other queues', async () => {
  const alarms = watchAlarms(
    shippedRules()!,
    () => new Date('2026-01-01T00:00:00Z'),
    async (asked) =>
      asked === waits
        ? ['chat', 'withdrawals', 'complaints'].map((queue) => ({ labels: { queue }, value: 90_000 }))
        : [],
  )
  const loud = (await alarms.read()).filter(({ state }) => state !== 'ok' && state !== 'unknown')
  expect(loud.map(({ name }) => name)).toEqual(['FairhouseChatWaits', 'FairhouseWithdrawalWaits'])
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
