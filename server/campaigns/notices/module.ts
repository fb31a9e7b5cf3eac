/** Messages about bonuses, quests, tournaments and limits: written down by a consumer, sent by a job. */
import { defineModule } from '../../kernel/module.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../kernel/jobs/scheduler.ts'
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'
import { consumers } from './consumers.ts'
import { noticesDue, sendNotices } from './send-notices.ts'

const jobs = (deps: Deps): Job[] => [{ name: 'notices', everyMs: 1000, due: noticesDue, run: () => sendNotices(deps) }]

/** Personal data of this module; the messages themselves are those of `messages`. */
const lifecycle: PlayerLifecycle = {
  sections: {
    notices: ({ db }, playerId) =>
      db.kysely
        .selectFrom('rewards.notices')
        .select(['kind', 'subject', 'due_at', 'settled_at', 'outcome'])
        .where('player_id', '=', playerId)
        .orderBy('id', 'desc')
        .limit(recordLimit)
        .execute(),
  },
}

export default defineModule({
  name: 'notices',
  tables: ['rewards.notices'],
  consumers,
  jobs,
  lifecycle,
})
