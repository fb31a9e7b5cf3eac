/**
 * Sends campaigns: the segment is gathered at the start, then each player receives it once by each channel, in a
 * transaction of its own. Whether a player may receive it is decided in that transaction.
 */
import { pathOf } from '#contract/message-links.ts'
import type { Deps, Tx } from '../deps.ts'
import { workThrough } from '../kernel/jobs/work-through.ts'
import { notify, send, sendPush } from '../messaging/index.ts'
import { isExcludedIn } from '../protection/index.ts'
import { lockStatus, type Player, readPlayer } from '../identity/index.ts'
import { CampaignDefinition, type Channel, type Words, wordsFor } from './campaign.ts'
import { nextOfSegment } from './internal/audience.ts'
import { mailOf } from './internal/mail.ts'
import { smsOf } from './internal/sms.ts'
import { mayReceive, type SkipReason } from './internal/may-receive.ts'
import { type CampaignRow, readCampaign } from './internal/rows.ts'

const batch = 200

export const campaignsDue = `SELECT least(
  (SELECT min(starts_at) FROM campaigns.campaigns WHERE ended_at IS NULL AND NOT is_complete),
  (SELECT min(due_at) FROM campaigns.recipients WHERE outcome = 'waiting'),
  (SELECT min(ends_at) FROM campaigns.campaigns WHERE ended_at IS NULL))`

/** Returns how many recipients it settled. */
export async function sendCampaigns(deps: Deps, signal?: AbortSignal): Promise<number> {
  const left = await leftCampaigns(deps)
  await gatherDue(deps, left, signal)
  const settled = await settleDue(deps, left, signal)
  await finish(deps)
  return settled
}

/** A newer build has defined them in a form that this one does not know: its processes send them. */
async function leftCampaigns({ db }: Deps): Promise<string[]> {
  const open = await db.kysely
    .selectFrom('campaigns.campaigns')
    .select(['id', 'definition'])
    .where('ended_at', 'is', null)
    .execute()
  return open.filter(({ definition }) => !CampaignDefinition.safeParse(definition).success).map(({ id }) => id)
}

async function gatherDue(deps: Deps, left: string[], signal?: AbortSignal): Promise<void> {
  const due = await deps.db.kysely
    .selectFrom('campaigns.campaigns')
    .select('id')
    .where('ended_at', 'is', null)
    .where('is_complete', '=', false)
    .where('starts_at', '<=', deps.clock.now())
    .$if(left.length > 0, (query) => query.where('id', 'not in', left))
    .orderBy('starts_at')
    .execute()
  for (const { id } of due) while (!signal?.aborted && (await gather(deps, id)));
}

/** Adds the next players of the segment. False when all have been added, or another process adds them. */
async function gather(deps: Deps, id: string): Promise<boolean> {
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const campaign = await tx
      .selectFrom('campaigns.campaigns')
      .selectAll()
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .where('is_complete', '=', false)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!campaign) return false
    const { segment, channels } = readCampaign(campaign.definition)
    const isOver = campaign.ends_at <= now
    const { playerIds, reached } = isOver
      ? { playerIds: [], reached: null }
      : await nextOfSegment(tx, segment, { after: campaign.reached, size: batch })
    const rows = playerIds.flatMap((playerId) =>
      channels.map((channel) => ({ campaign_id: id, player_id: playerId, channel, due_at: now })),
    )
    if (rows.length > 0) await tx.insertInto('campaigns.recipients').values(rows).execute()
    await tx
      .updateTable('campaigns.campaigns')
      .set({ state: 'sending', reached: reached ?? campaign.reached, is_complete: reached === null })
      .where('id', '=', id)
      .execute()
    return reached !== null
  })
}

type Recipient = { campaign_id: string; player_id: string; channel: string }

async function settleDue(deps: Deps, left: string[], signal?: AbortSignal): Promise<number> {
  return workThrough<Recipient>(deps.log, {
    name: 'a recipient of a campaign',
    size: batch,
    read: async (last, size) =>
      signal?.aborted
        ? []
        : deps.db.kysely
            .selectFrom('campaigns.recipients')
            .select(['campaign_id', 'player_id', 'channel'])
            .where('outcome', '=', 'waiting')
            .where('due_at', '<=', deps.clock.now())
            .$if(left.length > 0, (query) => query.where('campaign_id', 'not in', left))
            .$if(last !== undefined, (query) =>
              query.where(({ eb, refTuple, tuple }) =>
                eb(
                  refTuple('campaign_id', 'player_id', 'channel'),
                  '>',
                  tuple(last!.campaign_id, last!.player_id, last!.channel),
                ),
              ),
            )
            .orderBy('campaign_id')
            .orderBy('player_id')
            .orderBy('channel')
            .limit(size)
            .execute(),
    settle: (recipient) => deps.db.transaction((tx) => settle(tx, deps, recipient)),
  })
}

/** Locks the campaign, against its cancellation; then the recipient, the player and exclusions. */
async function settle(tx: Tx, deps: Deps, { campaign_id, player_id, channel }: Recipient): Promise<boolean> {
  const campaign = await tx
    .selectFrom('campaigns.campaigns')
    .selectAll()
    .where('id', '=', campaign_id)
    .where('ended_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!campaign) return false
  const waiting = await tx
    .selectFrom('campaigns.recipients')
    .select('channel')
    .where('campaign_id', '=', campaign_id)
    .where('player_id', '=', player_id)
    .where('channel', '=', channel)
    .where('outcome', '=', 'waiting')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!waiting) return false
  await lockStatus(tx, player_id)
  const player = await readPlayer(tx, player_id)
  const definition = readCampaign(campaign.definition)
  const recipient = {
    player,
    isExcluded: await isExcludedIn(tx, deps, player_id),
    channel: waiting.channel as Channel,
    campaignId: campaign_id,
    endsAt: campaign.ends_at,
  }
  const verdict = await mayReceive(tx, deps, definition, recipient)
  const row = tx
    .updateTable('campaigns.recipients')
    .where('campaign_id', '=', campaign_id)
    .where('player_id', '=', player_id)
    .where('channel', '=', channel)
  if (verdict !== 'send' && 'waitUntil' in verdict) {
    await row.set({ due_at: verdict.waitUntil }).execute()
    return true
  }
  const written = wordsFor(definition, player.locale)
  const reason: SkipReason | null = verdict !== 'send' ? verdict.skip : written ? null : 'noWords'
  if (!reason) await hand(tx, deps, { campaign, definition, player, channel: recipient.channel, ...written! })
  await row.set({ outcome: reason ? 'skipped' : 'sent', reason, settled_at: deps.clock.now() }).execute()
  return true
}

type Handed = {
  campaign: CampaignRow
  definition: CampaignDefinition
  player: Player
  channel: Channel
  locale: string
  words: Words
}

async function hand(
  tx: Tx,
  deps: Deps,
  { campaign, definition, player, channel, locale, words }: Handed,
): Promise<void> {
  if (channel === 'site') {
    await notify(tx, {
      playerId: player.id,
      key: `campaign.${campaign.identity}`,
      once: campaign.id,
      title: words.title,
      description: words.text,
      ...(definition.target && { button: { label: words.button, target: definition.target } }),
      at: deps.clock.now(),
    })
    return
  }
  if (channel === 'push') {
    await sendPush(tx, deps, {
      playerId: player.id,
      title: words.title,
      body: words.text,
      link: definition.target ? pathOf(definition.target) : '/profile/notifications',
      tag: `campaign.${campaign.identity}`,
      expiresAt: campaign.ends_at,
      campaign: { id: campaign.id, isMarketing: definition.purpose === 'marketing' },
    })
    return
  }
  const queued = { locale, playerId: player.id, campaignId: campaign.id, expiresAt: campaign.ends_at }
  if (channel === 'sms')
    await send(tx, deps, { ...smsOf(deps, definition, { words, player }), ...queued, to: player.phone! })
  else await send(tx, deps, { ...mailOf(deps, definition, { words, player }), ...queued, to: player.email! })
}

/** Ends campaigns that have reached everyone, and those whose time is over. */
async function finish(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    const over = await tx
      .updateTable('campaigns.campaigns as campaign')
      .set({ state: 'sent', ended_at: now, is_complete: true })
      .where('ended_at', 'is', null)
      .where(({ and, eb, exists, not, or, selectFrom }) =>
        or([
          eb('ends_at', '<=', now),
          and([
            eb('is_complete', '=', true),
            not(
              exists(
                selectFrom('campaigns.recipients')
                  .select('player_id')
                  .whereRef('campaign_id', '=', 'campaign.id')
                  .where('outcome', '=', 'waiting'),
              ),
            ),
          ]),
        ]),
      )
      .returning('id')
      .execute()
    for (const { id } of over) await skipWaiting(tx, { campaignId: id, reason: 'tooLate', at: now })
  })
}

/** The caller has ended the campaign. */
export async function skipWaiting(
  tx: Tx,
  { campaignId, reason, at }: { campaignId: string; reason: SkipReason; at: Date },
): Promise<void> {
  await tx
    .updateTable('campaigns.recipients')
    .set({ outcome: 'skipped', reason, settled_at: at })
    .where('campaign_id', '=', campaignId)
    .where('outcome', '=', 'waiting')
    .execute()
}
