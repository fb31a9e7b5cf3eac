/**
 * Removes messages after the retention period, then conversations without any, and files that were uploaded but not
 * sent. The store's cleanup removes the files of deleted rows.
 */
import type { KernelDeps } from '../deps.ts'

const dayMs = 86_400_000

export async function removeOld({
  db,
  clock,
  settings,
}: KernelDeps): Promise<{ messages: number; conversations: number }> {
  const before = (days: number) => new Date(clock.now().getTime() - days * dayMs)
  const { kysely } = db
  const old = await kysely
    .deleteFrom('chat.messages')
    .where('created_at', '<', before(settings.chat.retentionDays))
    .executeTakeFirst()
  const ended = await kysely
    .deleteFrom('chat.conversations')
    .where(({ or, and, eb }) =>
      or([
        eb('last_message_at', '<', before(settings.chat.retentionDays)),
        and([eb('guest_key', 'is not', null), eb('last_message_at', '<', before(settings.chat.guestRetentionDays))]),
      ]),
    )
    .executeTakeFirst()
  await kysely
    .deleteFrom('chat.attachments')
    .where('message_id', 'is', null)
    .where('created_at', '<', before(1))
    .execute()
  return { messages: Number(old.numDeletedRows), conversations: Number(ended.numDeletedRows) }
}
