/** Reference data: countries, currencies and their rates, collections, locales, constants, the API document. */
import { defineModule } from '../kernel/module.ts'
import { jobs } from './jobs.ts'
import { measureRates } from './measure-rates.ts'
import { currencyCommands, rateCommands } from './operator-commands.ts'
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
  jobs,
  metrics: measureRates,
  operatorCommands: { rates: rateCommands, currencies: currencyCommands },
  queues,
})
