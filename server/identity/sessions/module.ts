/** Sessions: opening, listing, refreshing and closing them. */
import * as contract from '#contract/desk/player-acts.ts'
import { bindDesk } from '../../kernel/http/bind.ts'
import { defineModule } from '../../kernel/module.ts'
import { endAllSessions, endSessionsOfPlayer, setStatusOfPlayer } from './desk.ts'
import { jobs } from './jobs.ts'
import { olderSessions } from './signed-data.ts'
import { lifecycle } from './lifecycle.ts'
import { routes } from './routes.ts'
import { deskSearch, timeline } from './find.ts'

export default defineModule({
  name: 'sessions',
  tables: ['identity.sessions'],
  routes,
  deskRoutes: [
    bindDesk(contract.setStatusOfPlayer, setStatusOfPlayer),
    bindDesk(contract.endSessionsOfPlayer, endSessionsOfPlayer),
    bindDesk(contract.endAllSessions, endAllSessions),
  ],
  jobs,
  lifecycle,
  signedData: [olderSessions],
  deskSearch,
  timeline,
})
