/** Ends deliveries that still wait to be sent. */
import type { KernelDeps, Tx } from '../../deps.ts'
import { announcementTemplates, lastingTemplates } from './templates.ts'

/** To a player, by one medium or by all. */
export async function withdrawMarketing(
  tx: Tx,
  { clock }: KernelDeps,
  { playerId, medium }: { playerId: string; medium?: 'mail' | 'sms' | 'push' },
): Promise<void> {
  let waiting = waitingIn(tx, clock.now()).where('player_id', '=', playerId).where('is_marketing', '=', true)
  if (medium) waiting = waiting.where('medium', '=', medium)
  await waiting.execute()
}

/** Of a campaign, which may be a service message. */
export async function withdrawCampaign(tx: Tx, { clock }: KernelDeps, campaignId: string): Promise<void> {
  await waitingIn(tx, clock.now()).where('campaign_id', '=', campaignId).execute()
}

/** To a player: announcements when the player is blocked, all but notices of what happened when the account is closed. */
export async function withdrawBarred(
  tx: Tx,
  { clock }: KernelDeps,
  { playerId, reason }: { playerId: string; reason: 'blocked' | 'account-closed' },
): Promise<void> {
  const waiting = waitingIn(tx, clock.now()).where('player_id', '=', playerId)
  await (
    reason === 'blocked'
      ? waiting.where('template', 'in', announcementTemplates)
      : waiting.where('template', 'not in', lastingTemplates)
  ).execute()
}

function waitingIn(tx: Tx, now: Date) {
  return tx
    .updateTable('deliveries.deliveries')
    .set({ state: 'withdrawn', values: {}, ended_at: now })
    .where('state', '=', 'waiting')
}

/** To some recipients, such as browsers whose session has ended: everything, or marketing alone. */
export async function withdrawFrom(
  tx: Tx,
  now: Date,
  recipients: string[],
  { isMarketing = false } = {},
): Promise<void> {
  let waiting = waitingIn(tx, now).where('recipient', 'in', recipients)
  if (isMarketing) waiting = waiting.where('is_marketing', '=', true)
  await waiting.execute()
}
