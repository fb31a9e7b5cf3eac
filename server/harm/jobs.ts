import type { Deps } from '../deps.ts'
import type { Job } from '../kernel/jobs/scheduler.ts'
import { actOnMarkers, markersDue } from './act-on-markers.ts'

export const jobs = (deps: Deps): Job[] => [
  { name: 'harm-markers', everyMs: 1000, due: markersDue, isExclusive: true, run: () => actOnMarkers(deps) },
]
