/** Deposits and payouts on chains. */
import { defineModule } from '../kernel/module.ts'
import { invariants } from './invariants.ts'
import { chainCommands } from './operator-commands.ts'

export default defineModule({
  name: 'chain',
  tables: [
    'chain.addresses',
    'chain.awaiting',
    'chain.blocks',
    'chain.comparisons',
    'chain.departures',
    'chain.fuel',
    'chain.keys',
    'chain.networks',
    'chain.payouts',
    'chain.transactions',
    'chain.transfers',
    'chain.wallets',
  ],
  invariants,
  metrics: ({ partners }) => partners.chain?.measure(),
  databaseCommands: { chain: chainCommands },
})
