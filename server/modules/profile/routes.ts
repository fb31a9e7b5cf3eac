/** The profile: reading, changing, exporting it, and closing the account. */
import * as contract from '#contract/identity.ts'
import { bind } from '../../http/bind.ts'
import { closeAccount } from './close-account.ts'
import { exportProfile } from './export-profile.ts'
import { readProfile } from './read-profile.ts'
import { updateProfile } from './update-profile.ts'

export const routes = [
  bind(contract.readProfile, readProfile),
  bind(contract.updateProfile, updateProfile),
  bind(contract.closeAccount, closeAccount),
  bind(contract.exportProfile, exportProfile),
]
