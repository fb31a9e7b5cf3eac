/**
 * Proof of liabilities: what is owed to players is published every night, and each can verify the own balance in it.
 */
import { defineModule } from '../kernel/module.ts'
import { invariants } from './invariants.ts'
import { jobs } from './jobs.ts'
import { liabilityCommands } from './operator-commands.ts'
import { lifecycle } from './lifecycle.ts'
import { drawKeys, openRounds } from './sealed-data.ts'
import { routes } from './routes.ts'

export default defineModule({
  name: 'liabilities',
  tables: [
    'liabilities.held',
    'liabilities.holdings',
    'liabilities.leaves',
    'liabilities.levels',
    'liabilities.owed',
    'liabilities.reports',
    'liabilities.trees',
  ],
  routes,
  jobs,
  invariants,
  lifecycle,
  sealedData: [drawKeys],
  signedData: [openRounds],
  databaseCommands: { liabilities: liabilityCommands },
})
