/** Answers mail requests of guests. */
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/scheduler.ts'
import { processMailRequests } from './mail-requests.ts'

export const jobs = (deps: Deps): Job[] => [
  // A player is waiting for the mail.
  {
    name: 'mail-requests',
    everyMs: 500,
    due: 'SELECT LEAST(min(created_at) FILTER (WHERE answered_at IS NULL), min(expires_at)) FROM identity.mail_requests',
    run: (signal) => processMailRequests(deps, signal),
  },
]
