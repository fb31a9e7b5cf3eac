/** Outside studios: their catalogues, their wallet calls and the free rounds of players at them. */
import * as contract from '#contract/desk/games.ts'
import * as studios from '#contract/desk/studios.ts'
import { bindDesk } from '../../kernel/http/bind.ts'
import { defineModule } from '../../kernel/module.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../kernel/jobs/scheduler.ts'
import { leftWorkJob } from '../../kernel/jobs/left-work.ts'
import { findFeatures, listSwitches, setSwitch } from './desk.ts'
import { listLateRollbacks, listStudios, syncStudios } from './studios-desk.ts'
import { closeRounds, closingRoundsDue, leftRounds } from './close-rounds.ts'
import { syncCatalogues } from './sync-catalogues.ts'

function jobs(deps: Deps): Job[] {
  const left = leftWorkJob(deps, 'closing-rounds', [leftRounds(deps)])
  return deps.partners.gameStudios.some(({ outside }) => outside)
    ? [
        // Without `due`: a supplier that was never read has no row that could be due.
        { name: 'studio-catalogues', everyMs: 5_000, isExclusive: true, run: () => syncCatalogues(deps) },
        {
          name: 'studio-closing-rounds',
          everyMs: 1_000,
          due: closingRoundsDue(deps),
          isExclusive: true,
          run: () => closeRounds(deps),
        },
        left,
      ]
    : [left]
}

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
