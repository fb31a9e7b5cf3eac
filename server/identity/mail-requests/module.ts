/** Guests' requests that are answered by mail, and the links in these mails. */
import { defineModule } from '../../kernel/module.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../kernel/jobs/scheduler.ts'
import { processMailRequests } from './mail-requests.ts'

const jobs = (deps: Deps): Job[] => [
  // The job runs at short intervals, because a player is waiting for the mail.
  {
    name: 'mail-requests',
    everyMs: 500,
    due: `SELECT LEAST(
      (SELECT min(created_at) FROM identity.mail_requests WHERE answered_at IS NULL),
      (SELECT min(expires_at) FROM identity.mail_requests))`,
    run: (signal) => processMailRequests(deps, signal),
  },
]

export default defineModule({ name: 'mail-requests', tables: ['identity.mail_requests'], jobs })
