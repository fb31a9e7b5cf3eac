/** Reading, changing and exporting the profile, and closing the account. */
import { readPlayerCard as readPlayerCardContract } from '#contract/desk/find.ts'
import * as desk from '#contract/desk/player-acts.ts'
import * as contract from '#contract/identity.ts'
import { initPlayer as initPlayerContract } from '#contract/settings.ts'
import { bind, bindDesk } from '../kernel/http/bind.ts'
import { defineModule } from '../kernel/module.ts'
import { changeEmailOfPlayer, changePhoneOfPlayer, erasePlayer, exportPlayer, secondPersonOfPlayer } from './desk.ts'
import { readPlayerCard } from './read-player-card.ts'
import { closeAccount } from './close-account.ts'
import { exportProfile } from './export-profile.ts'
import { initPlayer } from './init-player.ts'
import { readProfile } from './read-profile.ts'
import { updateProfile } from './update-profile.ts'

export const routes = [
  bind(contract.readProfile, readProfile),
  bind(contract.updateProfile, updateProfile),
  bind(contract.closeAccount, closeAccount),
  bind(contract.exportProfile, exportProfile),
  bind(initPlayerContract, initPlayer),
]

export default defineModule({
  name: 'profile',
  routes,
  deskRoutes: [
    bindDesk(readPlayerCardContract, readPlayerCard),
    bindDesk(desk.changeEmailOfPlayer, changeEmailOfPlayer, { secondPerson: secondPersonOfPlayer }),
    bindDesk(desk.changePhoneOfPlayer, changePhoneOfPlayer, { secondPerson: secondPersonOfPlayer }),
    bind(desk.exportPlayer, exportPlayer),
    bindDesk(desk.erasePlayer, erasePlayer, { secondPerson: secondPersonOfPlayer }),
  ],
})
