/** Notifies a player in the transaction of the event. */
import { randomUUID } from 'node:crypto'
import { type MessageTarget, pathOf } from '#contract/message-links.ts'
import type { Message } from '#contract/messages.ts'
import type { Tx } from '../../deps.ts'
import { sendPush } from '../push/send-push.ts'
import { announce, toMessage } from './internal/message.ts'

export type Notice = {
  playerId: string
  /** The subject: `deposit-succeeded`. */
  key: string
  /** In the player's own language: the caller provides the complete text. */
  title: string
  description?: string | null
  /** The button: its label, and what is behind it. No button without a label. */
  button?: { label: string | undefined; target: MessageTarget }
  /** Sent to the player's devices as well, if they receive notifications. */
  isPushed?: boolean
  at: Date
  /** Identifies the event (an invoice's id), so that a repeated event notifies the player once. */
  once?: string
}

/** The message; null if the player was already notified of this event. */
export async function notify(tx: Tx, notice: Notice): Promise<Message | null> {
  const row = await tx
    .insertInto('messages.messages')
    .values({
      id: randomUUID(),
      player_id: notice.playerId,
      key: notice.key,
      once: notice.once ?? null,
      title: notice.title,
      description: notice.description ?? null,
      link: notice.button?.label ? JSON.stringify(notice.button) : null,
      created_at: notice.at,
    })
    .onConflict((conflict) => conflict.columns(['player_id', 'key', 'once']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  await announce(tx, row)
  const message = toMessage(row)
  const { title, description, link } = message.content
  if (notice.isPushed)
    await sendPush(
      tx,
      { clock: { now: () => notice.at } },
      {
        playerId: notice.playerId,
        title,
        body: description ?? '',
        link: link ? pathOf(link.target) : '/profile/notifications',
        tag: row.id,
      },
    )
  return message
}

/** Removes a message that is no longer true, so that nobody acts on it. */
export async function removeNotice(
  tx: Tx,
  { playerId, key, once }: Required<Pick<Notice, 'playerId' | 'key' | 'once'>>,
): Promise<void> {
  await tx
    .deleteFrom('messages.messages')
    .where('player_id', '=', playerId)
    .where('key', '=', key)
    .where('once', '=', once)
    .execute()
}
