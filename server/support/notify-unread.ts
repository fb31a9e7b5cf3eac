/** Notifies players of replies that they have not read in the chat within a minute. */
import type { Alert } from '#contract/content.ts'
import type { TextDeps } from '../deps.ts'
import { workThrough } from '../kernel/jobs/work-through.ts'
import { notify } from '../messaging/index.ts'
import { readLocale } from '../identity/index.ts'
import { changeConversation, lockConversationById, stateOf } from './internal/conversations.ts'

/** One notification at a time, however many replies are unread; it disappears when they are read. */
export const replyNotice = (conversationId: string) => ({ key: 'chat.reply', once: conversationId })

type Row = { id: string; notify_at: Date | null }

export async function notifyUnread({ db, clock, content, log }: TextDeps): Promise<number> {
  const now = clock.now()
  return workThrough<Row>(log, {
    name: 'chat replies',
    async read(last, size) {
      let due = db.kysely.selectFrom('chat.conversations').select(['id', 'notify_at']).where('notify_at', '<=', now)
      if (last) due = due.where('id', '>', last.id)
      return due.orderBy('id').limit(size).execute()
    },
    settle: ({ id }) =>
      db.transaction(async (tx) => {
        const row = await lockConversationById(tx, id)
        if (!row?.player_id || row.notify_at === null || row.notify_at > now) return false
        await changeConversation(tx, id, { notify_at: null })
        if ((await stateOf(tx, row)).unread === 0) return false
        const alerts = content.read(await readLocale(tx, row.player_id), 'alerts').support as
          | Record<string, Alert>
          | undefined
        if (!alerts?.reply) return false
        const { title, description } = alerts.reply
        await notify(tx, { playerId: row.player_id, ...replyNotice(id), title, description, at: now })
        return true
      }),
  })
}
