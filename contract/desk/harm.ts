/** Markers of harm, and households whose second welcome bonus was flagged. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { indicators, measures } from '../harm.ts'
import * as HttpStatus from '../statuses.ts'
import { NextPage, PageKey, Part, Reason } from './common.ts'
import { stateOf } from './queue.ts'

const Marker = z.object({
  id: z.string(),
  playerId: z.uuid(),
  rule: z.string(),
  indicator: z.enum(indicators),
  measure: z.enum(measures),
  level: z.enum(['notice', 'strong']),
  /** What was counted in so many days up to `day`, and from where on it is a marker; money in the base currency. */
  counted: Part,
  threshold: Part,
  days: z.int(),
  day: z.iso.date(),
  raisedAt: z.iso.datetime(),
  state: z.enum(['open', 'upheld', 'dismissed']),
  /** What the player says against it. */
  contest: z.object({ at: z.iso.datetime(), text: z.string() }).nullable(),
  decision: z.object({ at: z.iso.datetime(), by: z.string(), comment: z.string() }).nullable(),
})
export type DeskMarker = z.output<typeof Marker>

const markerId = z.string().regex(/^[1-9]\d{0,17}$/)
const playerNotFound = { status: HttpStatus.notFound, description: 'There is no such player' }
const decidedMeanwhile = { status: HttpStatus.conflict, description: 'Another operator has decided meanwhile' }

export const markersState = stateOf('/api/queues/markers', 'protection:read', 'markers of harm')

export const listMarkers = endpoint({
  method: 'GET',
  path: '/api/markers',
  access: 'operator',
  scope: 'protection:read',
  summary: 'Markers that wait for a decision: contested ones first, then strong ones, the oldest first, 50 at a time',
  query: z.object({ after: PageKey }),
  reply: z.object({ markers: z.array(Marker), next: NextPage }),
})

export const listMarkersOfPlayer = endpoint({
  method: 'GET',
  path: '/api/players/{playerId}/markers',
  access: 'operator',
  scope: 'protection:read',
  summary: 'The latest 200 markers of a player, newest first',
  params: z.object({ playerId: z.uuid() }),
  reply: z.array(Marker),
})

export const decideMarker = endpoint({
  method: 'POST',
  path: '/api/markers/{markerId}/decision',
  access: 'operator',
  scope: 'protection:decide',
  summary: 'Uphold or dismiss a marker; with the last strong one, the pause and the stop of bonuses end that it began',
  params: z.object({ markerId }),
  body: z.object({
    decision: z.enum(['upheld', 'dismissed']),
    reason: Reason,
    /** The state that the operator saw. */
    seen: z.enum(['open', 'upheld', 'dismissed']),
  }),
  reply: Marker,
  refusals: {
    markerNotFound: { status: HttpStatus.notFound, description: 'There is no such marker' },
    alreadyDecided: { status: HttpStatus.conflict, description: 'This marker was decided before' },
    decidedMeanwhile,
  },
})

export const recordConcern = endpoint({
  method: 'POST',
  path: '/api/players/{playerId}/concerns',
  access: 'operator',
  scope: 'protection:do',
  summary: 'Record that the player, or someone close, has voiced a concern about their play',
  params: z.object({ playerId: z.uuid() }),
  body: z.object({
    /** Of the concern, so that one that is sent again is counted once. */
    id: z.uuid(),
    reason: Reason,
  }),
  refusals: { playerNotFound },
})

const Member = z.object({
  id: z.uuid(),
  name: z.string(),
  birthdate: z.string().nullable(),
  address: z.string(),
  country: z.string(),
  email: z.string().nullable(),
  registeredAt: z.iso.datetime(),
})
export type HouseholdMember = z.output<typeof Member>

const Household = z.object({
  id: z.uuid(),
  /** Who received the second welcome bonus, and who had the first. */
  player: Member,
  other: Member,
  /** What the two share: device, address, destination. */
  matches: z.array(z.string()),
  flaggedAt: z.iso.datetime(),
  decision: z
    .object({ to: z.enum(['allowed', 'declined']), at: z.iso.datetime(), by: z.string(), comment: z.string() })
    .nullable(),
})
export type Household = z.output<typeof Household>

export const householdsState = stateOf('/api/queues/households', 'protection:read', 'households')

export const listHouseholds = endpoint({
  method: 'GET',
  path: '/api/households',
  access: 'operator',
  scope: 'protection:read',
  summary: 'Players who received a welcome bonus after another of their household, the oldest first, 50 at a time',
  query: z.object({ state: z.enum(['open', 'decided']).default('open'), after: PageKey }),
  reply: z.object({ households: z.array(Household), next: NextPage }),
})

export const decideHousehold = endpoint({
  method: 'POST',
  path: '/api/households/{flagId}/decision',
  access: 'operator',
  scope: 'protection:decide',
  summary: 'Allow the second bonus, or end what is open of it; the player is told, and cash stays',
  params: z.object({ flagId: z.uuid() }),
  body: z.object({ decision: z.enum(['allowed', 'declined']), reason: Reason }),
  reply: z.object({ revoked: z.int() }),
  refusals: {
    flagNotFound: { status: HttpStatus.notFound, description: 'There is no such household' },
    isDecided: { status: HttpStatus.conflict, description: 'This household was decided before' },
  },
})
