/** What waits for a person, and what a site with real money still lacks. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

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

const Missing = z.object({ what: z.string(), remedy: z.string() })

export const listMissing = endpoint({
  method: 'GET',
  path: '/api/go-live',
  access: 'operator',
  scope: 'operators:read',
  summary: 'What this site lacks to take real money, as npm run check-production prints it',
  reply: z.array(Missing),
})
