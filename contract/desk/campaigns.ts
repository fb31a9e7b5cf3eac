/** Campaigns: messages to a segment of players. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as HttpStatus from '../statuses.ts'

const Listed = z.object({
  identity: z.string(),
  state: z.string(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  operator: z.string(),
  /** One line. */
  description: z.string(),
})
export type ListedCampaign = z.output<typeof Listed>

const Counts = z.array(z.object({ name: z.string(), count: z.number() }))
const Preview = z.object({
  /** Empty: it can be scheduled. */
  faults: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })),
  description: z.string().nullable(),
  /** Players in the segment now, and by channel who would receive it now or later, or why not. */
  players: z.number(),
  channels: z.array(z.object({ channel: z.string(), results: Counts })),
  /** By locale of players, and the locale of the text that they would read; null: no text for them. */
  locales: z.array(z.object({ locale: z.string(), players: z.number(), reads: z.string().nullable() })),
  /** The texts and mails as they are sent, as lines. */
  sample: z.array(z.string()),
})
export type CampaignPreview = z.output<typeof Preview>

const Full = Listed.extend({
  definition: z.unknown(),
  channels: z.array(z.object({ channel: z.string(), results: Counts })),
  deliveries: z.array(z.object({ medium: z.string(), results: Counts })),
  /** Messages on the site, and how many were read. */
  messages: z.object({ held: z.number(), read: z.number() }),
})
export type CampaignReport = z.output<typeof Full>

const params = z.object({ identity: z.string().max(64) })
const bodyBytes = 131_072
const identityInvalid = {
  status: HttpStatus.unprocessable,
  description: 'A name has 1 to 64 lower-case letters, digits and hyphens',
}
const identityTaken = {
  status: HttpStatus.conflict,
  description: 'A campaign has this name: choose another one, so that none is sent twice',
}
const termInvalid = {
  status: HttpStatus.unprocessable,
  description: 'The end must be later than the start, and in the future',
}
const definitionInvalid = { status: HttpStatus.unprocessable, description: 'It is not valid' }
const campaignNotFound = { status: HttpStatus.notFound, description: 'There is no such campaign' }
const campaignOver = { status: HttpStatus.conflict, description: 'It was sent or cancelled already' }

export const listCampaigns = endpoint({
  method: 'GET',
  path: '/api/campaigns',
  access: 'operator',
  scope: 'campaigns:read',
  summary: 'The last 100 campaigns, the newest first',
  reply: z.array(Listed),
})

export const readCampaignSchema = endpoint({
  method: 'GET',
  path: '/api/campaign-schema',
  access: 'operator',
  scope: 'campaigns:read',
  summary: 'The JSON schema of a campaign, from which the form is made',
  reply: z.record(z.string(), z.unknown()),
})

export const readCampaignReport = endpoint({
  method: 'GET',
  path: '/api/campaigns/{identity}',
  access: 'operator',
  scope: 'campaigns:read',
  summary: 'A campaign: its definition, and who received it, was skipped and has read it',
  params,
  reply: Full,
  refusals: { campaignNotFound },
})

export const previewCampaign = endpoint({
  method: 'POST',
  path: '/api/campaign-preview',
  access: 'operator',
  scope: 'campaigns:do',
  summary: 'Check a campaign, count whom it would reach now, and show its texts; nothing is stored or sent',
  body: z.object({ definition: z.unknown() }),
  bodyBytes,
  reply: Preview,
})

export const scheduleCampaign = endpoint({
  method: 'POST',
  path: '/api/campaigns/{identity}',
  access: 'operator',
  scope: 'campaigns:decide',
  summary: 'Send a campaign from a time on; without an end for three days',
  params,
  body: z.object({
    definition: z.unknown(),
    /** Null: now. */
    startsAt: z.iso.datetime().nullable().default(null),
    endsAt: z.iso.datetime().nullable().default(null),
  }),
  bodyBytes,
  refusals: { identityInvalid, identityTaken, termInvalid, definitionInvalid },
})

export const cancelCampaign = endpoint({
  method: 'POST',
  path: '/api/campaigns/{identity}/cancel',
  access: 'operator',
  scope: 'campaigns:do',
  summary: 'Stop a campaign at once: nobody else receives it',
  params,
  refusals: { campaignNotFound, campaignOver },
})
