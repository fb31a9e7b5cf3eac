/** Rewards that wait for the end of an exclusion. */
import type { Deps } from '../deps.ts'
import type { Job } from '../kernel/jobs/scheduler.ts'
import { payDue } from './pay-due.ts'

const minuteMs = 60_000

export const jobs = (deps: Deps): Job[] => [{ name: 'rewards-due', everyMs: minuteMs, run: () => payDue(deps) }]
