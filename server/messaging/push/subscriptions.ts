/** Subscriptions to push notifications: stored for a session, removed with it. */
import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Tx } from '../../deps.ts'
import type { WebPushOptions } from '../../partners/push/web-push.ts'
import { withdrawFrom } from '../deliveries/withdraw-marketing.ts'

export type Subscription = Selectable<Tables['push.subscriptions']>
export type NewSubscription = {
  endpoint: string
  p256dh: string
  auth: string
  receivesOffers: boolean
}
type Owner = { playerId: string; sessionId: string }

/**
 * Replaces the session's, and whatever another session or player had for the same browser. The caller has locked the
 * session.
 */
export async function putSubscription(tx: Tx, now: Date, owner: Owner, subscription: NewSubscription): Promise<void> {
  const { endpoint, p256dh, auth, receivesOffers } = subscription
  const before = await tx
    .selectFrom('push.subscriptions')
    .selectAll()
    .where(({ eb, or }) => or([eb('session_id', '=', owner.sessionId), eb('endpoint', '=', endpoint)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  const same = before.find((row) => row.endpoint === endpoint && row.session_id === owner.sessionId)
  await remove(
    tx,
    now,
    before.filter((row) => row !== same),
  )
  if (same) {
    if (same.receives_offers && !receivesOffers) await withdrawFrom(tx, now, [same.id], { isMarketing: true })
    await tx
      .updateTable('push.subscriptions')
      .set({ p256dh, auth, receives_offers: receivesOffers })
      .where('id', '=', same.id)
      .execute()
    return
  }
  await tx
    .insertInto('push.subscriptions')
    .values({
      id: randomUUID(),
      player_id: owner.playerId,
      session_id: owner.sessionId,
      endpoint,
      p256dh,
      auth,
      receives_offers: receivesOffers,
      created_at: now,
    })
    .execute()
}

export async function readSubscription(
  db: Kysely<Tables>,
  { playerId, sessionId }: Owner,
): Promise<Subscription | undefined> {
  return db
    .selectFrom('push.subscriptions')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
}

/** Called when sessions end: nothing reaches their browsers any more. */
export async function removeSubscriptions(tx: Tx, now: Date, sessionIds: string[]): Promise<void> {
  if (sessionIds.length === 0) return
  await remove(
    tx,
    now,
    await tx
      .selectFrom('push.subscriptions')
      .selectAll()
      .where('session_id', 'in', sessionIds)
      .orderBy('id')
      .forUpdate()
      .execute(),
  )
}

/** What the adapter of push services asks and reports about subscriptions. */
export function subscriptionsIn(db: Kysely<Tables>): WebPushOptions['subscriptions'] {
  return {
    async mayReceive(id, isOffer) {
      const found = await db
        .selectFrom('push.subscriptions')
        .select('receives_offers')
        .where('id', '=', id)
        .executeTakeFirst()
      return found !== undefined && (!isOffer || found.receives_offers)
    },
    async removeEndpoint(endpoint) {
      await db.deleteFrom('push.subscriptions').where('endpoint', '=', endpoint).execute()
    },
  }
}

/** How many browsers of a player receive notifications, and how many of them offers. */
export async function countSubscriptions(
  db: Kysely<Tables>,
  playerId: string,
): Promise<{ all: number; offers: number }> {
  const rows = await db
    .selectFrom('push.subscriptions')
    .select('receives_offers')
    .where('player_id', '=', playerId)
    .execute()
  return { all: rows.length, offers: rows.filter(({ receives_offers }) => receives_offers).length }
}

async function remove(tx: Tx, now: Date, rows: Subscription[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await tx.deleteFrom('push.subscriptions').where('id', 'in', ids).execute()
  await withdrawFrom(tx, now, ids)
}
