/** Exchange rates are checked at intervals, by one process at a time; a check that fails is repeated after a minute. */
import type { Deps } from '../deps.ts'
import type { Job } from '../kernel/jobs/scheduler.ts'
import { refreshRates } from './refresh-rates.ts'

export function jobs(deps: Deps): Job[] {
  const { rates } = deps.partners
  if (!rates) return []
  const source = rates.name.replaceAll("'", "''")
  const everyMs = deps.settings.rates.everyMs
  const checked = `(SELECT checked_at FROM reference.rate_checks WHERE source = '${source}')`
  // The shipped rates equal the sandbox's; any other source is queried at the first start.
  const shipped =
    rates.name === 'sandbox' ? "(SELECT at FROM reference.versions WHERE subject = 'rates' AND version = 1)" : null
  return [
    {
      name: 'rates',
      everyMs: 60_000,
      isExclusive: true,
      due: `SELECT coalesce(coalesce(${checked}, ${shipped}) + interval '${everyMs} milliseconds', 'epoch')`,
      run: (_signal, actor) => refreshRates({ ...deps, actor }, rates),
    },
  ]
}
