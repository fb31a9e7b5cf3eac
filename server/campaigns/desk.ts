/** Campaigns at the desk. */
import { z } from 'zod'
import type * as contract from '#contract/desk/campaigns.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { DeskCtx } from '../kernel/http/desk-session.ts'
import { CampaignDefinition, describe } from './campaign.ts'
import { readCampaign } from './internal/rows.ts'
import { countReach, renderSample } from './preview-campaign.ts'
import { reportCampaign } from './report-campaign.ts'
import { cancelCampaign, scheduleCampaign, termMs } from './schedule-campaign.ts'

const listed = 100

const rows = ({ db }: DeskCtx) => db.kysely.selectFrom('campaigns.campaigns').selectAll()
type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

const describeRow = ({ identity, state, starts_at, ends_at, operator, definition }: Row) => ({
  identity,
  state,
  startsAt: starts_at.toISOString(),
  endsAt: ends_at.toISOString(),
  operator,
  description: describe(readCampaign(definition)),
})

export async function listCampaigns(ctx: DeskCtx): Promise<Result<ReplyOf<typeof contract.listCampaigns>>> {
  return ok((await rows(ctx).orderBy('created_at', 'desc').limit(listed).execute()).map(describeRow))
}

export async function readCampaignSchema(): Promise<Result<ReplyOf<typeof contract.readCampaignSchema>>> {
  return ok(z.toJSONSchema(CampaignDefinition, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>)
}

export async function readCampaignReport(
  ctx: DeskCtx,
  { identity }: VerbInput<typeof contract.readCampaignReport>,
): Promise<Result<ReplyOf<typeof contract.readCampaignReport>, RefusalOf<typeof contract.readCampaignReport>>> {
  const row = await rows(ctx).where('identity', '=', identity).executeTakeFirst()
  if (!row) return refuse('campaignNotFound')
  const { outcomes, deliveries, messages } = await reportCampaign(ctx.db.kysely, row)
  return ok({
    ...describeRow(row),
    definition: row.definition,
    channels: [...Map.groupBy(outcomes, ({ channel }) => channel)].map(([channel, all]) => ({
      channel,
      results: all.map(({ outcome, reason, count }) => ({ name: reason ?? outcome, count })),
    })),
    deliveries: [...Map.groupBy(deliveries, ({ medium }) => medium)].map(([medium, all]) => ({
      medium,
      results: all.map(({ state, count }) => ({ name: state, count })),
    })),
    messages,
  })
}

export async function previewCampaign(
  ctx: DeskCtx,
  { definition }: VerbInput<typeof contract.previewCampaign>,
): Promise<Result<ReplyOf<typeof contract.previewCampaign>>> {
  const parsed = CampaignDefinition.safeParse(definition)
  if (!parsed.success)
    return ok({
      faults: parsed.error.issues.map(({ path, message }) => ({
        path: path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
        message,
      })),
      description: null,
      players: 0,
      channels: [],
      locales: [],
      sample: [],
    })
  const reach = await countReach(ctx, parsed.data, new Date(ctx.clock.now().getTime() + termMs))
  return ok({
    faults: [],
    description: describe(parsed.data),
    players: reach.players,
    channels: reach.channels.map(({ channel, results }) => ({
      channel,
      results: [...results].map(([name, count]) => ({ name, count })),
    })),
    locales: reach.locales,
    sample: await renderSample(ctx, parsed.data),
  })
}

export async function scheduleDeskCampaign(
  ctx: DeskCtx,
  { identity, definition, startsAt, endsAt }: VerbInput<typeof contract.scheduleCampaign>,
): Promise<Result<void, RefusalOf<typeof contract.scheduleCampaign>>> {
  const parsed = CampaignDefinition.safeParse(definition)
  if (!parsed.success) return refuse('definitionInvalid', { message: z.prettifyError(parsed.error) })
  const starts = startsAt === null ? ctx.clock.now() : new Date(startsAt)
  const ends = endsAt === null ? new Date(starts.getTime() + termMs) : new Date(endsAt)
  return scheduleCampaign(ctx, { identity, definition: parsed.data, startsAt: starts, endsAt: ends })
}

export async function cancelDeskCampaign(
  ctx: DeskCtx,
  { identity }: VerbInput<typeof contract.cancelCampaign>,
): Promise<Result<void, RefusalOf<typeof contract.cancelCampaign>>> {
  return cancelCampaign(ctx, identity)
}
