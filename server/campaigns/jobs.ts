import type { Deps } from '../deps.ts'
import type { Job } from '../kernel/jobs/scheduler.ts'
import { campaignsDue, sendCampaigns } from './send-campaigns.ts'

export const jobs = (deps: Deps): Job[] => [
  // Several processes may send at once; one is enough.
  {
    name: 'campaigns',
    everyMs: 1000,
    due: campaignsDue,
    isExclusive: true,
    run: (signal) => sendCampaigns(deps, signal),
  },
]
