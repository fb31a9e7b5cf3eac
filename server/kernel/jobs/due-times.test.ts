/** The due times of all jobs are read several times a second under load, so none may cost more as tables grow. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#tests/setup/app.ts'
import { roundsDue } from '#games/studio/recover.ts'
import { jobsOf } from '../../modules.ts'
import { paymentPartnersOf } from '../../partners/payments/from-settings.ts'
import { sharedRoundsDue } from '../../play/shared-rounds/run-shared-rounds.ts'
import { readSettings } from '../../settings.ts'

let app: TestApp
beforeAll(async () => {
  // Each payment partner has jobs of its own.
  const payments = paymentPartnersOf(readSettings({ NODE_ENV: 'test' }), null)
  app = await testApp({
    env: { LOYALTY: 'true' },
    deps: ({ partners }) => ({ partners: { ...partners, payments } }),
  })
})
afterAll(() => app.close())

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  Strategy?: string
  'Index Cond'?: string
  Plans?: Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** One row for each game with shared rounds, source of rates, or report of a day. */
const small = ['watched', 'leaders', 'rate_checks', 'reports']

const others = [
  { name: 'studio-rounds', due: roundsDue() },
  { name: 'shared-rounds', due: sharedRoundsDue },
]

test('each is read by an index, and none is computed from whole tables', async () => {
  const client = await app.deps.db.pool.connect()
  const found: string[] = []
  let read = 0
  try {
    // This makes the planner use indexes although the tables of a test are small.
    await client.query('SET enable_seqscan = off')
    for (const { name, due } of [...jobsOf(app.deps), ...others]) {
      if (due === undefined) continue
      read++
      const { rows } = await client.query<{ 'QUERY PLAN': Array<{ Plan: Plan }> }>(`EXPLAIN (FORMAT JSON) ${due}`)
      for (const node of nodesOf(rows[0]!['QUERY PLAN'][0]!.Plan)) {
        const table = node['Relation Name']
        if (node['Node Type'] === 'Seq Scan' && !small.includes(table!)) found.push(`${name} reads all of ${table}`)
        if (node['Node Type'] === 'Aggregate' && node.Strategy !== 'Plain') found.push(`${name} groups rows`)
      }
    }
  } finally {
    client.release(true)
  }
  expect(found).toEqual([])
  expect(read).toBeGreaterThan(15)
})
