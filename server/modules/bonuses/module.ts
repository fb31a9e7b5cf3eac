/** Bonuses, free spins and turnover wagers. */
import { defineModule } from '../../platform/module.ts'
import { routes } from './routes.ts'
import { jobs } from './jobs.ts'
import { invariants } from './invariants.ts'
import { offerKind } from './offer-kind.ts'
import { records } from './records.ts'
import { definitionCommands } from '../definitions/operator-commands.ts'

export default defineModule({
  name: 'bonuses',
  tables: ['bonuses.freespin_uses', 'bonuses.player_bonuses', 'bonuses.player_codes', 'bonuses.player_freespins'],
  after: ['reference', 'wallet', 'players', 'limits', 'definitions'],
  routes,
  jobs,
  invariants,
  definitions: [offerKind],
  operatorCommands: { offers: definitionCommands(offerKind) },
  personalData: records,
})
