/** Runs of tournaments: their end before prizes are assigned, and their scores counted again. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as HttpStatus from '../statuses.ts'
import { tournamentStates } from '../tournaments.ts'
import { Money, NextPage, PageKey, Reason } from './common.ts'

const Run = z.object({
  /** Such as daily-race-2026-11-22. */
  identity: z.string(),
  version: z.int(),
  state: z.enum(tournamentStates),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  players: z.int(),
  /** Cash prizes that were put aside. */
  pool: Money,
  returned: Money,
  /** Of a tournament with a buy-in: entries that were not refunded. */
  entries: z.object({ count: z.int(), price: Money, fee: Money, paid: Money }).nullable(),
  /** Assigned: such a run cannot be cancelled. */
  isRanked: z.boolean(),
  cancelReason: z.string().nullable(),
})
export type TournamentRun = z.output<typeof Run>

const params = z.object({ identity: z.string().regex(/^[a-z0-9-]{1,80}$/) })
const tournamentNotFound = { status: HttpStatus.notFound, description: 'There is no such run of a tournament' }

export const listTournamentRuns = endpoint({
  method: 'GET',
  path: '/api/tournaments',
  access: 'operator',
  scope: 'rewards:read',
  summary: 'Runs of tournaments, those that start last first, 50 at a time',
  query: z.object({ after: PageKey }),
  reply: z.object({ runs: z.array(Run), next: NextPage }),
})

export const cancelTournamentRun = endpoint({
  method: 'POST',
  path: '/api/tournaments/{identity}/cancellation',
  access: 'operator',
  scope: 'rewards:decide',
  summary: 'Cancel a run before its prizes are assigned: nobody wins, the pool is returned, entries are refunded',
  params,
  body: z.object({ reason: Reason }),
  refusals: {
    tournamentNotFound,
    tournamentOver: {
      status: HttpStatus.conflict,
      description: 'It is finished or cancelled, or its prizes are assigned',
    },
  },
})

const Counted = z.object({
  score: z.string(),
  rounds: z.int(),
  /** The movement with which the score was reached, which decides between equal ones. */
  reached: z.string(),
})

export const recountTournamentRun = endpoint({
  method: 'GET',
  path: '/api/tournaments/{identity}/recount',
  access: 'operator',
  scope: 'rewards:read',
  summary: "Count every score of a run again from the ledger's rounds; up to 50 that differ",
  params,
  reply: z.object({
    scores: z.int(),
    differing: z.int(),
    differences: z.array(z.object({ playerId: z.uuid(), stored: Counted.nullable(), recounted: Counted.nullable() })),
  }),
  refusals: {
    tournamentNotFound,
    notStarted: { status: HttpStatus.conflict, description: 'It has not started' },
  },
})
