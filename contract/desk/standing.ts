/** How a player stands today: what keeps the player from something, what waits for an operator, what is under way. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as HttpStatus from '../statuses.ts'
import { Money, Part } from './common.ts'

/** The most urgent first. */
export const standingLevels = ['urgent', 'waiting', 'fact'] as const

const StandingItem = z.object({
  level: z.enum(standingLevels),
  /** Such as `exclusion`. */
  what: z.string(),
  detail: z.array(Part),
  amount: Money.nullable(),
  /** Since when, or until when. */
  since: z.iso.datetime().nullable(),
  until: z.iso.datetime().nullable(),
  /** Of its page at the desk; null without one. */
  path: z.string().nullable(),
})
export type StandingItem = z.output<typeof StandingItem>

export const readStanding = endpoint({
  method: 'GET',
  path: '/api/players/{playerId}/standing',
  access: 'operator',
  scope: 'players:read',
  summary: 'What concerns a player now, of the areas that the operator may read, the most urgent first',
  params: z.object({ playerId: z.uuid() }),
  reply: z.array(StandingItem),
  refusals: { playerNotFound: { status: HttpStatus.notFound, description: 'There is no such player' } },
})
