/** Jackpots: pots that players feed with an optional side stake, and whose draws they can verify. */
import * as desk from '#contract/desk/jackpots.ts'
import * as contract from '#contract/jackpots.ts'
import { bind, bindDesk } from '../../kernel/http/bind.ts'
import { defineModule } from '../../kernel/module.ts'
import { closeDeskJackpot, closingApproval, listDeskJackpots, openDeskJackpot, openingApproval } from './desk.ts'
import { invariants } from './invariants.ts'
import { lifecycle } from './lifecycle.ts'
import { joinJackpot, leaveJackpot, readOwnJackpot, revealTickets } from './own.ts'
import { payShares, sharesDue } from './pay-shares.ts'
import { listJackpots, listTickets } from './read.ts'

export default defineModule({
  name: 'jackpots',
  tables: ['jackpots.jackpots', 'jackpots.pairs', 'jackpots.shares', 'jackpots.tickets'],
  routes: [
    bind(contract.listJackpots, listJackpots),
    bind(contract.readOwnJackpot, readOwnJackpot),
    bind(contract.joinJackpot, joinJackpot),
    bind(contract.leaveJackpot, leaveJackpot),
    bind(contract.revealTickets, revealTickets),
    bind(contract.listTickets, listTickets),
  ],
  deskRoutes: [
    bindDesk(desk.listJackpots, listDeskJackpots),
    bindDesk(desk.openJackpot, openDeskJackpot, { secondPerson: openingApproval }),
    bindDesk(desk.closeJackpot, closeDeskJackpot, { secondPerson: closingApproval }),
  ],
  jobs: (deps) => [
    { name: 'jackpot-shares', everyMs: 1000, due: sharesDue, isExclusive: true, run: () => payShares(deps) },
  ],
  invariants,
  lifecycle,
})
