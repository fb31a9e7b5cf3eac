/** Queues a push notification for each browser of a player, in the caller's transaction. */
import type { Clock, Tx } from '../../deps.ts'
import { send } from '../deliveries/send.ts'

export type PushNotice = {
  playerId: string
  title: string
  body: string
  /** A path of this site. */
  link: string
  /** On a device, a notification replaces an earlier one with the same tag. */
  tag: string
  expiresAt?: Date
  /** Marketing reaches browsers that asked for offers only. */
  campaign?: { id: string; isMarketing: boolean }
}

/** A screen shows no more, and a push service takes no more than 4 KiB. */
const longest = { title: 100, body: 300 }

/** Returns how many browsers it is sent to. */
export async function sendPush(tx: Tx, deps: { clock: Clock }, notice: PushNotice): Promise<number> {
  const { playerId, campaign, expiresAt } = notice
  const subscriptions = await tx
    .selectFrom('push.subscriptions')
    .selectAll()
    .where('player_id', '=', playerId)
    .$if(campaign?.isMarketing === true, (query) => query.where('receives_offers', '=', true))
    .orderBy('id')
    .execute()
  for (const { id, endpoint, p256dh, auth } of subscriptions)
    // A sign-out at the same moment is noticed when it is sent.
    await send(tx, deps, {
      medium: 'push',
      template: campaign?.isMarketing ? 'offer' : 'notification',
      to: id,
      locale: '',
      playerId,
      ...(campaign && { campaignId: campaign.id }),
      ...(expiresAt && { expiresAt }),
      values: {
        endpoint,
        p256dh,
        auth,
        title: clip(notice.title, longest.title),
        body: clip(notice.body, longest.body),
        link: notice.link,
        tag: notice.tag,
      },
    })
  return subscriptions.length
}

function clip(text: string, most: number): string {
  const letters = [...text]
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text
}
