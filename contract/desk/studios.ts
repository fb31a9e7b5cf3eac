/** Outside studios: their catalogues, and rollbacks that came too late. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as HttpStatus from '../statuses.ts'
import { NextPage, PageKey } from './common.ts'

const Failure = z.enum(['unavailable', 'malformed', 'tooLarge', 'empty'])

const Studio = z.object({
  studio: z.string(),
  games: z.number(),
  /** No longer in the catalogue. */
  missing: z.number(),
  /** Without a return or a volatility, so not offered. */
  incomplete: z.number(),
  readAt: z.iso.datetime().nullable(),
  /** Of the last attempt, if it failed. */
  failure: z.object({ at: z.iso.datetime(), what: z.string() }).nullable(),
})
export type DeskStudio = z.output<typeof Studio>

export const listStudios = endpoint({
  method: 'GET',
  path: '/api/studios',
  access: 'operator',
  scope: 'games:read',
  summary: 'Outside studios, their games and the last reading of each catalogue',
  reply: z.array(Studio),
})

export const syncStudios = endpoint({
  method: 'POST',
  path: '/api/studios/reading',
  access: 'operator',
  scope: 'games:do',
  summary: 'Read the catalogues of all outside studios now',
  reply: z.array(
    z.object({
      studio: z.string(),
      /** Its games are unchanged. */
      failure: Failure.nullable(),
      games: z.number(),
      added: z.number(),
      changed: z.number(),
      missing: z.number(),
    }),
  ),
  refusals: {
    noStudio: { status: HttpStatus.conflict, description: 'No outside studio is configured: set STUDIOS' },
  },
})

const LateRollback = z.object({
  at: z.iso.datetime(),
  studio: z.string(),
  roundId: z.string(),
  bet: z.string(),
  rollback: z.string(),
})
export type LateRollback = z.output<typeof LateRollback>

export const listLateRollbacks = endpoint({
  method: 'GET',
  path: '/api/late-rollbacks',
  access: 'operator',
  scope: 'games:read',
  summary:
    'Rollbacks of bets that were paid already, newest first, 50 at a time: the studio counts the bet as returned, the books do not',
  query: z.object({ before: PageKey }),
  reply: z.object({ rollbacks: z.array(LateRollback), next: NextPage }),
})
