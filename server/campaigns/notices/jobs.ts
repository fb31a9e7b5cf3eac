/** Sends what is due. */
import type { Deps } from '../../deps.ts'
import type { Job } from '../../kernel/jobs/scheduler.ts'
import { noticesDue, sendNotices } from './send-notices.ts'

export const jobs = (deps: Deps): Job[] => [
  { name: 'notices', everyMs: 1000, due: noticesDue, run: () => sendNotices(deps) },
]
