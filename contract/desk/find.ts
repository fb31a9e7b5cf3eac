/** Search by anything, and the page of a player with its timeline. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as HttpStatus from '../statuses.ts'
import { Money, NextPage, PageKey, Part } from './common.ts'

const Found = z.object({
  kind: z.enum(['player', 'payment', 'round', 'bet', 'wallet']),
  title: z.string(),
  detail: z.array(Part),
  /** Of its page at the desk. */
  path: z.string(),
})
export type Found = z.output<typeof Found>

export const findAnything = endpoint({
  method: 'GET',
  path: '/api/find',
  access: 'operator',
  scope: null,
  isRecorded: true,
  summary:
    'Of the kinds that the operator may read: players by id, short id, mail, phone, name, address, device, deposit address, destination of a withdrawal or its last four digits; payments by id, transaction or sender; rounds and bets by id; wallets of the house',
  query: z.object({ text: z.string().trim().min(3).max(200) }),
  reply: z.array(Found),
})

const params = z.object({ playerId: z.uuid() })
const refusals = { playerNotFound: { status: HttpStatus.notFound, description: 'There is no such player' } }

const PlayerCard = z.object({
  id: z.uuid(),
  status: z.enum(['active', 'limited', 'blocked', 'closed']),
  name: z.string(),
  nickname: z.string().nullable(),
  email: z.string().nullable(),
  isEmailConfirmed: z.boolean(),
  phone: z.string().nullable(),
  country: z.string(),
  locale: z.string(),
  createdAt: z.iso.datetime(),
  identityVerifiedAt: z.iso.datetime().nullable(),
  closedAt: z.iso.datetime().nullable(),
  /** Further fields of the profile form, by field id. */
  details: z.record(z.string(), z.string()),
  /** Null without the right to read payments. */
  accounts: z
    .array(z.object({ currency: z.string(), cash: Money, bonus: Money, held: Money, vault: Money }))
    .nullable(),
})
export type PlayerCard = z.output<typeof PlayerCard>

export const readPlayerCard = endpoint({
  method: 'GET',
  path: '/api/players/{playerId}',
  access: 'operator',
  scope: 'players:read',
  summary: 'Facts about a player, and accounts with balances',
  params,
  reply: PlayerCard,
  refusals,
})

export const timelineKinds = [
  'money',
  'play',
  'protection',
  'sessions',
  'bonuses',
  'documents',
  'mails',
  'chat',
  'acts',
  'notes',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

const TimelineRow = z.object({
  /** To the microsecond. */
  at: z.iso.datetime(),
  kind: z.enum(timelineKinds),
  /** With `id`, it names the row. */
  source: z.string(),
  id: z.string(),
  /** Such as `deposit`. */
  what: z.string(),
  detail: z.array(Part),
  /** Such as `paid`. */
  state: z.string().nullable(),
  amount: Money.nullable(),
  /** Of its page at the desk; null without one. */
  path: z.string().nullable(),
})
export type TimelineRow = z.output<typeof TimelineRow>

export const readTimeline = endpoint({
  method: 'GET',
  path: '/api/players/{playerId}/timeline',
  access: 'operator',
  scope: 'players:read',
  summary: 'What happened to a player, newest first, 50 at a time, of the areas that the operator may read',
  params,
  query: z.object({ kind: z.enum(timelineKinds).optional(), after: PageKey }),
  reply: z.object({ rows: z.array(TimelineRow), next: NextPage }),
})
