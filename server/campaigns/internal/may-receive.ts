/** Whether a player may receive a message of a campaign now. Who sends one has locked the player and exclusions. */
import { PlayerStatus } from '#contract/identity.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import type { KernelDeps } from '../../deps.ts'
import { readPolicy } from '../../kernel/policy.ts'
import { arePromotionsBarred } from '../../protection/index.ts'
import { type Player, readDetails } from '../../identity/index.ts'
import { countSubscriptions } from '../../messaging/index.ts'
import type { CampaignDefinition, Channel } from '../campaign.ts'
import { nextAllowed, zonesOf } from './hours.ts'

export type SkipReason =
  | 'closed'
  | 'blocked'
  | 'limited'
  | 'excluded'
  | 'noConsent'
  | 'noAddress'
  | 'noDevice'
  | 'noWords'
  | 'tooOften'
  | 'tooLate'
  | 'cancelled'
export type Verdict = 'send' | { skip: SkipReason } | { waitUntil: Date }
type Recipient = {
  player: Player
  isExcluded: boolean
  channel: Channel
  /** Null for a campaign that is not scheduled. */
  campaignId: string | null
  endsAt: Date
}

const weekMs = 7 * 86_400_000

export async function mayReceive(
  db: Kysely<Tables>,
  deps: KernelDeps,
  { purpose }: Pick<CampaignDefinition, 'purpose'>,
  { player, isExcluded, channel, campaignId, endsAt }: Recipient,
): Promise<Verdict> {
  const now = deps.clock.now()
  if (player.status === PlayerStatus.closed) return { skip: 'closed' }
  if (player.status === PlayerStatus.blocked) return { skip: 'blocked' }
  if (endsAt <= now) return { skip: 'tooLate' }
  // Nothing is sent to an address that its owner has not confirmed.
  if (channel === 'mail' && !(player.email && player.email_confirmed_at)) return { skip: 'noAddress' }
  if (channel === 'sms' && !(player.phone && player.phone_confirmed_at)) return { skip: 'noAddress' }
  const devices = channel === 'push' ? await countSubscriptions(db, player.id) : null
  if (devices?.all === 0) return { skip: 'noDevice' }
  if (purpose === 'service') return 'send'
  if (player.status !== PlayerStatus.active) return { skip: 'limited' }
  // Also while a strong marker of harm is undecided or upheld.
  if (isExcluded || (await arePromotionsBarred(db, player.id))) return { skip: 'excluded' }
  if (devices ? devices.offers === 0 : !hasAgreed(player, channel)) return { skip: 'noConsent' }
  const { marketingHours, marketingMaximumPerWeek } = readPolicy(player.country, deps.settings)
  if (
    (await countRecent(db, { player, campaignId, since: new Date(now.getTime() - weekMs) })) >= marketingMaximumPerWeek
  )
    return { skip: 'tooOften' }
  const zones = zonesOf({ timeZone: readDetails(player.details).timeZone, country: player.country })
  const at = nextAllowed(now, zones, marketingHours)
  if (at === null || at >= endsAt) return { skip: 'tooLate' }
  return at > now ? { waitUntil: at } : 'send'
}

/** On the site: players who have agreed to marketing by any channel. */
function hasAgreed({ receives_email_promo, receives_sms_promo }: Player, channel: Channel): boolean {
  if (channel === 'mail') return receives_email_promo
  return channel === 'sms' ? receives_sms_promo : receives_email_promo || receives_sms_promo
}

/** Other campaigns that reached the player; one by several channels counts once. */
async function countRecent(
  db: Kysely<Tables>,
  { player, campaignId, since }: { player: Player; campaignId: string | null; since: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('campaigns.recipients')
    .innerJoin('campaigns.campaigns', 'campaigns.campaigns.id', 'campaigns.recipients.campaign_id')
    .select(({ fn }) => fn.count<bigint>('campaign_id').distinct().as('count'))
    .where('player_id', '=', player.id)
    .where('outcome', '=', 'sent')
    .where('settled_at', '>', since)
    .$if(campaignId !== null, (query) => query.where('campaign_id', '<>', campaignId!))
    .where(sql`definition->>'purpose'`, '=', 'marketing')
    .executeTakeFirstOrThrow()
  return Number(count)
}
