/** Tells a player something, inside the transaction in which it becomes true. */
import { randomUUID } from 'node:crypto'
import type { Message } from '#contract/messages.ts'
import type { Tx } from '../../deps.ts'
import { announce, toMessage } from './internal/message.ts'

export type Notice = {
  playerId: string
  /** What it is about: `deposit-succeeded`. */
  key: string
  /** In the player's own language: the caller knows the words and the values in them. */
  title: string
  description?: string | null
  at: Date
  /** Names the occasion (an invoice's id), so that a repeated event tells the player once. */
  once?: string
}

/** The message, or null where the player was told on this occasion before. */
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
      created_at: notice.at,
    })
    .onConflict((conflict) => conflict.columns(['player_id', 'key', 'once']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  await announce(tx, row)
  return toMessage(row)
}
