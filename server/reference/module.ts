/** Reference data: countries, currencies and their rates, collections, locales, constants, the API document. */
import * as contract from '#contract/desk/rates.ts'
import { bindDesk } from '../kernel/http/bind.ts'
import { defineModule } from '../kernel/module.ts'
import { decideHeldRate, listRates, listRateVersions, restoreRateVersion, setCurrency, setDeskRate } from './desk.ts'
import { jobs } from './jobs.ts'
import { measureRates } from './measure-rates.ts'
import { routes } from './routes.ts'
import { queues } from './queues.ts'

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
    bindDesk(contract.listRates, listRates),
    bindDesk(contract.setRate, setDeskRate),
    bindDesk(contract.decideHeldRate, decideHeldRate),
    bindDesk(contract.setCurrency, setCurrency),
    bindDesk(contract.listRateVersions, listRateVersions),
    bindDesk(contract.restoreRateVersion, restoreRateVersion),
  ],
  jobs,
  metrics: measureRates,
  queues,
})
