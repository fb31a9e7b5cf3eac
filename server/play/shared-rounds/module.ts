/** Rounds that all players of a game share: run by one elected process, decided by a published chain of hashes. */
import { defineModule } from '../../kernel/module.ts'
import { invariants } from './invariants.ts'
import { sharedRoundCommands } from './operator-commands.ts'
import { routes } from './routes.ts'

export default defineModule({
  name: 'shared-rounds',
  tables: ['shared.chains', 'shared.leaders', 'shared.rounds', 'shared.watched'],
  routes,
  invariants,
  operatorCommands: { 'shared-rounds': sharedRoundCommands },
})
