/** Outside studios: their catalogues, their wallet calls and the free rounds of players at them. */
import * as contract from '#contract/desk/games.ts'
import * as studios from '#contract/desk/studios.ts'
import { bindDesk } from '../../kernel/http/bind.ts'
import { defineModule } from '../../kernel/module.ts'
import { findFeatures, listSwitches, setSwitch } from './desk.ts'
import { jobs } from './jobs.ts'
import { listLateRollbacks, listStudios, syncStudios } from './studios-desk.ts'

export default defineModule({
  name: 'studios',
  tables: ['studios.catalogues', 'studios.closing_rounds', 'studios.games', 'studios.late_rollbacks'],
  deskRoutes: [
    bindDesk(contract.listSwitches, listSwitches),
    bindDesk(contract.findFeatures, findFeatures),
    bindDesk(contract.setSwitch, setSwitch),
    bindDesk(studios.listStudios, listStudios),
    bindDesk(studios.syncStudios, syncStudios),
    bindDesk(studios.listLateRollbacks, listLateRollbacks),
  ],
  jobs,
})
