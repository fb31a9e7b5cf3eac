/** Rounds that all players of a game share: run by one elected process, decided by a published chain of hashes. */
import * as contract from '#contract/desk/shared-rounds.ts'
import { bindDesk } from '../../kernel/http/bind.ts'
import { defineModule } from '../../kernel/module.ts'
import { enterSaltOfChain, listHashChains } from './desk.ts'
import { measureBeacons } from './beacons.ts'
import { invariants } from './invariants.ts'
import { sharedRoundCommands } from './operator-commands.ts'
import { routes } from './routes.ts'

export default defineModule({
  name: 'shared-rounds',
  tables: ['shared.beacons', 'shared.chains', 'shared.leaders', 'shared.rounds', 'shared.watched'],
  routes,
  deskRoutes: [bindDesk(contract.listHashChains, listHashChains), bindDesk(contract.enterSalt, enterSaltOfChain)],
  invariants,
  metrics: measureBeacons,
  databaseCommands: { 'shared-rounds': sharedRoundCommands },
})
