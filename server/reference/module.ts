/** Reference data: countries, currencies and their rates, collections, locales, constants, the API document. */
import * as desk from '#contract/desk/rates.ts'
import { sql } from 'kysely'
import * as contract from '#contract/settings.ts'
import { bind, bindDesk } from '../kernel/http/bind.ts'
import { defineModule } from '../kernel/module.ts'
import type { Deps } from '../deps.ts'
import type { Job } from '../kernel/jobs/scheduler.ts'
import type { Queue } from '../kernel/queues.ts'
import { decideHeldRate, listRates, listRateVersions, restoreRateVersion, setCurrency, setDeskRate } from './desk.ts'
import { measureRates } from './measure-rates.ts'
import { refreshRates } from './refresh-rates.ts'
import { listCountries } from './list-countries.ts'
import { listCurrencies } from './list-currencies.ts'
import { listLocales } from './list-locales.ts'
import { readConstants } from './read-constants.ts'

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

/** Exchange rates that moved too far. */
const queues: Queue[] = [
  {
    name: 'rates',
    query: sql`SELECT count(*)::int AS waiting, min(first_seen_at) AS since FROM reference.held_rates`,
  },
]

const routes = [
  bind(contract.listCurrencies, listCurrencies),
  bind(contract.listLocales, listLocales),
  bind(contract.listCountries, listCountries),
  bind(contract.readConstants, readConstants),
]

export default defineModule({
  name: 'reference',
  tables: [
    'reference.currencies',
    'reference.held_rates',
    'reference.rate_checks',
    'reference.rate_confirmations',
    'reference.switched_off',
    'reference.versions',
  ],
  routes,
  deskRoutes: [
    bindDesk(desk.listRates, listRates),
    bindDesk(desk.setRate, setDeskRate),
    bindDesk(desk.decideHeldRate, decideHeldRate),
    bindDesk(desk.setCurrency, setCurrency),
    bindDesk(desk.listRateVersions, listRateVersions),
    bindDesk(desk.restoreRateVersion, restoreRateVersion),
  ],
  jobs,
  metrics: measureRates,
  queues,
})
