/** An operator schedules a campaign, or cancels one that has not been sent to everyone. */
import { randomUUID } from 'node:crypto'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { KernelDeps } from '../deps.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit.ts'
import { withdrawCampaign } from '../messaging/index.ts'
import type { CampaignDefinition } from './campaign.ts'
import { skipWaiting } from './send-campaigns.ts'

/** How long a campaign is sent without another end. */
export const termMs = 3 * 86_400_000

type Needs = KernelDeps & { actor: OperatorActor }
type Scheduled = { identity: string; definition: CampaignDefinition; startsAt: Date; endsAt: Date }

/** An identity names one campaign permanently, so that none is sent twice by mistake. */
export async function scheduleCampaign(
  deps: Needs,
  { identity, definition, startsAt, endsAt }: Scheduled,
): Promise<Result<void, 'identityInvalid' | 'identityTaken' | 'termInvalid'>> {
  if (!/^[a-z0-9-]{1,64}$/.test(identity)) return refuse('identityInvalid')
  const now = deps.clock.now()
  if (endsAt <= startsAt || endsAt <= now) return refuse('termInvalid')
  return deps.db.transaction(async (tx) => {
    const written = await tx
      .insertInto('campaigns.campaigns')
      .values({
        id: randomUUID(),
        identity,
        definition: JSON.stringify(definition),
        state: 'scheduled',
        starts_at: startsAt,
        ends_at: endsAt,
        operator: deps.actor.name,
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('identity').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!written) return refuse('identityTaken')
    await audit(tx, deps, {
      action: 'campaign-scheduled',
      playerId: null,
      before: null,
      after: { state: 'scheduled', startsAt, endsAt },
      detail: { identity, id: written.id },
    })
    return ok()
  })
}

/** Waits for messages that are being sent; after it returns none is. Mails that wait in the queue are withdrawn. */
export async function cancelCampaign(
  deps: Needs,
  identity: string,
): Promise<Result<void, 'campaignNotFound' | 'campaignOver'>> {
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const campaign = await tx
      .selectFrom('campaigns.campaigns')
      .select(['id', 'state', 'ended_at'])
      .where('identity', '=', identity)
      .forUpdate()
      .executeTakeFirst()
    if (!campaign) return refuse('campaignNotFound')
    if (campaign.ended_at) return refuse('campaignOver')
    await tx
      .updateTable('campaigns.campaigns')
      .set({ state: 'cancelled', ended_at: now })
      .where('id', '=', campaign.id)
      .execute()
    await skipWaiting(tx, { campaignId: campaign.id, reason: 'cancelled', at: now })
    await withdrawCampaign(tx, deps, campaign.id)
    await audit(tx, deps, {
      action: 'campaign-cancelled',
      playerId: null,
      before: { state: campaign.state },
      after: { state: 'cancelled' },
      detail: { identity, id: campaign.id },
    })
    return ok()
  })
}
