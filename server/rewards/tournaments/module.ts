/** Tournaments: runs of definitions, scores by settled rounds, entries for a price, prizes by place from a pool of their own. */
import { defineModule } from '../../kernel/module.ts'
import { consumers } from './consumers.ts'
import { tournamentKind } from './tournament-kind.ts'
import { invariants } from './invariants.ts'
import { jobs } from './jobs.ts'
import { operatorCommands } from './operator-commands.ts'
import { lifecycle } from './lifecycle.ts'
import { routes } from './routes.ts'

export default defineModule({
  name: 'tournaments',
  tables: ['rewards.tournament_runs', 'rewards.tournament_scores', 'rewards.tournament_entries'],
  definitions: [tournamentKind],
  operatorCommands: { tournaments: operatorCommands },
  routes,
  jobs,
  consumers,
  invariants,
  lifecycle,
})
