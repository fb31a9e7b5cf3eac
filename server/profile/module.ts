/** Reading, changing and exporting the profile, and closing the account. */
import { readPlayerCard as readPlayerCardContract } from '#contract/desk/find.ts'
import * as contract from '#contract/desk/player-acts.ts'
import { bind, bindDesk } from '../kernel/http/bind.ts'
import { defineModule } from '../kernel/module.ts'
import { changeEmailOfPlayer, changePhoneOfPlayer, erasePlayer, exportPlayer, secondPersonOfPlayer } from './desk.ts'
import { readPlayerCard } from './read-player-card.ts'
import { routes } from './routes.ts'

export default defineModule({
  name: 'profile',
  routes,
  deskRoutes: [
    bindDesk(readPlayerCardContract, readPlayerCard),
    bindDesk(contract.changeEmailOfPlayer, changeEmailOfPlayer, { secondPerson: secondPersonOfPlayer }),
    bindDesk(contract.changePhoneOfPlayer, changePhoneOfPlayer, { secondPerson: secondPersonOfPlayer }),
    bind(contract.exportPlayer, exportPlayer),
    bindDesk(contract.erasePlayer, erasePlayer, { secondPerson: secondPersonOfPlayer }),
  ],
})
