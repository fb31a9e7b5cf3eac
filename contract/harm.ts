/** Markers of harm: findings about a player's play, which the player can read and contest. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const indicators = ['spend', 'pattern', 'time', 'behaviour', 'contacts', 'tools', 'account'] as const
/** What is counted: money in cents of the base currency, play in stretches of ten minutes with a stake. */
export const measures = [
  'netDeposits',
  'deposits',
  'tenMinutes',
  'playDays',
  'cancelledWithdrawals',
  'concerns',
  'reachedLimits',
  'breaks',
  'paymentMethods',
  'signIns',
] as const

export const HarmMarker = z.object({
  id: z.string(),
  indicator: z.enum(indicators),
  measure: z.enum(measures),
  /** A strong marker pauses play, and stops bonuses and marketing until a person has decided. */
  level: z.enum(['notice', 'strong']),
  /** What was counted in the days up to and including this one. */
  counted: z.int(),
  threshold: z.int(),
  days: z.int(),
  day: z.iso.date(),
  raisedAt: z.iso.datetime(),
  state: z.enum(['open', 'upheld', 'dismissed']),
  contest: z.object({ at: z.iso.datetime(), text: z.string() }).nullable(),
  decidedAt: z.iso.datetime().nullable(),
})
export type HarmMarker = z.infer<typeof HarmMarker>

const markerNotFound = { status: 404 } as const
export const listHarmMarkers = endpoint({
  method: 'GET',
  path: '/api/player/harm-markers',
  access: 'player',
  summary: "List markers of harm found in the player's activity, newest first",
  reply: z.object({
    /** True while the player gets neither bonuses nor marketing, until an operator has decided. */
    arePromotionsBarred: z.boolean(),
    markers: z.array(HarmMarker),
  }),
})
export const contestHarmMarker = endpoint({
  method: 'POST',
  path: '/api/player/harm-markers/{id}/contest',
  access: 'player',
  summary: 'Contest a marker of harm, once; a person decides',
  params: z.object({ id: z.string().regex(/^[1-9]\d{0,17}$/) }),
  body: z.object({ text: z.string().max(2000) }),
  bodyBytes: 8 * 1024,
  reply: HarmMarker,
  refusals: {
    markerNotFound,
    fieldsInvalid: { status: 422, fields: true },
    alreadyContested: { status: 422, description: 'contested before, or dismissed' },
  },
})
