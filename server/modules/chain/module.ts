/** Deposits and pay-outs on chains. */
import { defineModule } from '../../platform/module.ts'
import { invariants } from './invariants.ts'
import { chainCommands } from './operator-commands.ts'

export default defineModule({
  name: 'chain',
  invariants,
  metrics: ({ partners }) => partners.chain?.measure(),
  operatorCommands: { chain: chainCommands },
})
