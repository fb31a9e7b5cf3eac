/** What can be switched off, and rounds that are still open. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Money, NextPage, PageKey, Reason } from './common.ts'
import * as HttpStatus from '../statuses.ts'

const Switch = z.object({
  /** `game:dice`, `studio:<id>`, `method:<id>`, `partner:<slug>` or `sportsbook`. */
  name: z.string(),
  title: z.string(),
  /** Null: everywhere. */
  country: z.string().nullable(),
  reason: z.string(),
  actor: z.string(),
  at: z.iso.datetime(),
})
export type Switch = z.output<typeof Switch>

const Feature = z.object({ name: z.string(), title: z.string() })
export type Feature = z.output<typeof Feature>

const refusals = {
  featureUnknown: {
    status: HttpStatus.unprocessable,
    description: 'There is no such game, studio, payment method or partner',
  },
  countryUnknown: { status: HttpStatus.unprocessable, description: 'A country is written as two letters, such as DE' },
  noChange: { status: HttpStatus.conflict, description: 'It is in this state already; somebody may have been faster' },
}

export const listSwitches = endpoint({
  method: 'GET',
  path: '/api/switches',
  access: 'operator',
  scope: 'games:read',
  summary: 'What is switched off, where, by whom and why',
  reply: z.array(Switch),
})

export const findFeatures = endpoint({
  method: 'GET',
  path: '/api/features',
  access: 'operator',
  scope: 'games:read',
  summary: 'Up to 20 games, studios, payment methods and partners, and the sportsbook, by a part of their name',
  query: z.object({ text: z.string().max(80).default('') }),
  reply: z.array(Feature),
})

export const setSwitch = endpoint({
  method: 'POST',
  path: '/api/switches',
  access: 'operator',
  scope: 'games:do',
  summary: 'Switch a feature off or on: nothing new starts in it, and what is open is completed',
  body: z.object({
    name: z.string().min(1).max(120),
    to: z.enum(['off', 'on']),
    /** None: off everywhere, or on wherever it is off. */
    countries: z.array(z.string().max(8)).max(300),
    reason: Reason,
  }),
  reply: z.object({
    /** Where it changed; an empty string means everywhere. */
    countries: z.array(z.string()),
    /** False: a transaction that began before still runs, and may start something. */
    isSettled: z.boolean(),
  }),
  refusals,
})

const OpenRound = z.object({
  id: z.string(),
  studio: z.string(),
  game: Feature,
  playerId: z.uuid(),
  stake: Money,
  bets: z.number(),
  openedAt: z.iso.datetime(),
})
export type OpenRound = z.output<typeof OpenRound>

export const listOpenRounds = endpoint({
  method: 'GET',
  path: '/api/open-rounds',
  access: 'operator',
  scope: 'games:read',
  summary: 'Rounds that are not settled, the oldest first, 50 at a time',
  query: z.object({
    game: z.string().max(80).optional(),
    studio: z.string().max(80).optional(),
    after: PageKey,
  }),
  reply: z.object({ rounds: z.array(OpenRound), next: NextPage }),
})
