/** Cashback: part of a week's net loss, paid as cash without wagering. */
import { defineModule } from '../../kernel/module.ts'
import { definitionCommands } from '../../kernel/definitions/operator-commands.ts'
import { consumers } from './consumers.ts'
import { jobs } from './jobs.ts'
import { cashbackKind } from './kind.ts'
import { lifecycle } from './lifecycle.ts'
import { routes } from './routes.ts'

export default defineModule({
  name: 'cashback',
  tables: ['rewards.cashback_periods'],
  routes,
  jobs,
  consumers,
  definitions: [cashbackKind],
  operatorCommands: { cashback: definitionCommands(cashbackKind) },
  lifecycle,
})
