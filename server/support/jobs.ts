import type { Deps } from '../deps.ts'
import type { Job } from '../kernel/jobs/scheduler.ts'
import { notifyUnread } from './notify-unread.ts'
import { removeOld } from './remove-old.ts'

export function jobs(deps: Deps): Job[] {
  return [
    {
      name: 'chat-replies',
      everyMs: 2000,
      due: 'SELECT min(notify_at) FROM chat.conversations WHERE notify_at IS NOT NULL',
      run: () => notifyUnread(deps),
    },
    { name: 'chat-retention', everyMs: 3_600_000, isExclusive: true, run: () => removeOld(deps) },
  ]
}
