import type { Deps } from '../deps.ts'
import type { Job } from '../kernel/jobs/scheduler.ts'
import { publishReport, reportDue } from './publish-report.ts'

export const jobs = (deps: Deps): Job[] => [
  {
    name: 'liabilities',
    everyMs: 60_000,
    due: reportDue,
    isExclusive: true,
    isLiveOnly: true,
    run: (_signal, actor) => publishReport({ ...deps, actor }),
  },
]
