/** Markers of harm: what is noticed in a player's play, how the player is protected, and what a person decides. */
import { defineModule } from '../kernel/module.ts'
import { definitionCommands } from '../kernel/definitions/operator-commands.ts'
import { consumers } from './consumers.ts'
import { jobs } from './jobs.ts'
import { harmCommands } from './operator-commands.ts'
import { lifecycle } from './lifecycle.ts'
import { routes } from './routes.ts'
import { markerKind } from './rules.ts'
import { queues } from './queues.ts'

export default defineModule({
  name: 'harm',
  tables: ['harm.markers', 'harm.marks', 'harm.tallies'],
  routes,
  jobs,
  consumers,
  lifecycle,
  definitions: [markerKind],
  operatorCommands: { harm: harmCommands, markers: definitionCommands(markerKind) },
  queues,
})
