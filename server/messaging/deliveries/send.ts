/**
 * Queues a mail, a text message or a push notification in the caller's transaction: it is sent if and only if that commits. A worker sends
 * it afterwards, at least once, always with the same id.
 */
import { randomUUID } from 'node:crypto'
import type { Clock, Tx } from '../../deps.ts'
import { marketingTemplates, type Outgoing } from './templates.ts'

export type Delivery = Outgoing & {
  /** A mail address, a phone number in digits without the plus, or the id of a browser's subscription. */
  to: string
  /** The reader's language. */
  locale: string
  playerId?: string
  /** A campaign's delivery. */
  campaignId?: string
  /** When the content expires, such as the end of a code; by default a day from now. */
  expiresAt?: Date
}

const dayMs = 86_400_000

export async function send(tx: Tx, { clock }: { clock: Clock }, delivery: Delivery): Promise<{ id: string }> {
  const now = clock.now()
  const id = randomUUID()
  await tx
    .insertInto('deliveries.deliveries')
    .values({
      id,
      medium: delivery.medium,
      recipient: delivery.to,
      reply_to: delivery.medium === 'mail' ? (delivery.replyTo ?? null) : null,
      locale: delivery.locale,
      template: delivery.template,
      values: delivery.values,
      player_id: delivery.playerId ?? null,
      campaign_id: delivery.campaignId ?? null,
      is_marketing: marketingTemplates.has(delivery.template),
      next_attempt_at: now,
      created_at: now,
      expires_at: delivery.expiresAt ?? new Date(now.getTime() + dayMs),
    })
    .execute()
  return { id }
}
