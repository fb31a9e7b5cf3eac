/** Player rows: who a player is. */
import { defineModule } from '../../kernel/module.ts'
import { lifecycle } from './lifecycle.ts'
import { deskSearch } from './desk-search.ts'
import { standing } from './standing.ts'

export default defineModule({
  name: 'players',
  tables: ['identity.former_contacts', 'identity.players', 'identity.security_answers'],
  lifecycle,
  deskSearch,
  standing,
})
