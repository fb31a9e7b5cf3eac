/** What waits for a person, and what a site with real money still lacks. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as HttpStatus from '../statuses.ts'

const Waiting = z.object({
  /** Of a queue, such as `withdrawals`. */
  name: z.string(),
  waiting: z.number(),
  /** Since when the longest waiting one waits. */
  since: z.iso.datetime().nullable(),
})
export type Waiting = z.output<typeof Waiting>

export const listWaiting = endpoint({
  method: 'GET',
  path: '/api/waiting',
  access: 'operator',
  scope: null,
  summary: 'How much waits in each queue, and for how long',
  reply: z.array(Waiting),
})

const Missing = z.object({
  what: z.string(),
  why: z.string(),
  remedy: z.string(),
  /** Of the page of the desk on which it is remedied; null for settings and commands. */
  path: z.string().nullable(),
})

export const listMissing = endpoint({
  method: 'GET',
  path: '/api/go-live',
  access: 'operator',
  scope: 'operators:read',
  summary: 'What this site lacks to take real money, as npm run check-production prints it',
  reply: z.array(Missing),
})

const Alarm = z.object({
  name: z.string(),
  /** `site`, `money` or `people`. */
  group: z.string(),
  severity: z.string(),
  expr: z.string(),
  /** `pending`: it holds, but not yet for as long as the rule says. `unknown`: only Prometheus has the history for it. `failed`: its values could not be read. */
  state: z.enum(['ok', 'pending', 'firing', 'unknown', 'failed']),
  /** When this process first found that the condition holds. */
  since: z.iso.datetime().nullable(),
  /** One for each label for which it holds, such as each queue. */
  sentences: z.array(z.string()),
  values: z.array(z.object({ of: z.string(), value: z.number() })),
  /** The queues in which what it is about waits (`GET /api/waiting`). */
  queues: z.array(z.string()),
  remedy: z.string(),
  /** Pages of the documentation that say more, such as `docs/operations/payments.md#ledger-and-statements`. */
  manual: z.array(z.string()),
})
export type Alarm = z.output<typeof Alarm>

export const listAlarms = endpoint({
  method: 'GET',
  path: '/api/alarms',
  access: 'operator',
  scope: 'reports:read',
  summary: 'The rules of deploy/alerts.yml, and the state of those that compare current values',
  reply: z.array(Alarm),
  refusals: {
    rulesMissing: { status: HttpStatus.notFound, description: 'deploy/alerts.yml is not part of this installation' },
  },
})
