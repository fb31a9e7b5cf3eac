/** Rakeback: part of what the operator keeps of each stake on average, which the player can claim at any time. */
import { defineModule } from '../../kernel/module.ts'
import { definitionCommands } from '../../kernel/definitions/operator-commands.ts'
import { consumers } from './consumers.ts'
import { invariants } from './invariants.ts'
import { rakebackKind } from './kind.ts'
import { lifecycle } from './lifecycle.ts'
import { routes } from './routes.ts'

export default defineModule({
  name: 'rakeback',
  tables: ['rewards.rakebacks'],
  routes,
  consumers,
  invariants,
  definitions: [rakebackKind],
  operatorCommands: { rakeback: definitionCommands(rakebackKind) },
  lifecycle,
})
