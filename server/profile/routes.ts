/** Reading, changing and exporting the profile, closing the account, and the data that a page starts with. */
import * as contract from '#contract/identity.ts'
import { initPlayer as initPlayerContract } from '#contract/settings.ts'
import { bind } from '../kernel/http/bind.ts'
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
