/** Deposits, withdrawals, and their reconciliation with partners. */
import { defineModule } from '../kernel/module.ts'
import { routes } from './routes.ts'
import { jobs } from './jobs.ts'
import { invariants } from './invariants.ts'
import { lifecycle } from './lifecycle.ts'
import { measurePayments } from './measure-payments.ts'
import { reconciliationCommands } from './books/operator-commands.ts'
import { flaggedCommands } from './flags/operator-commands.ts'
import { withdrawalCommands } from './payouts/operator-commands.ts'
import { queues } from './queues.ts'

export default defineModule({
  name: 'payments',
  tables: [
    'payments.addresses',
    'payments.breaks',
    'payments.callbacks',
    'payments.cancellations',
    'payments.comparisons',
    'payments.flags',
    'payments.invoice_events',
    'payments.invoices',
    'payments.payouts',
  ],
  routes,
  jobs,
  invariants,
  lifecycle,
  metrics: measurePayments,
  operatorCommands: { books: reconciliationCommands, flagged: flaggedCommands, withdrawals: withdrawalCommands },
  queues,
})
