import * as contract from '#contract/identity.ts'
import { bind } from '../../http/bind.ts'
import { closeSession } from './close-session.ts'
import { listFieldValidations } from './list-field-validations.ts'
import { listSessions } from './list-sessions.ts'
import { readProfile } from './read-profile.ts'
import { refreshSession } from './refresh-session.ts'
import { register } from './register.ts'
import { signOut } from './sign-out.ts'
import { updateProfile } from './update-profile.ts'

export const routes = [
  bind(contract.listFieldValidations, listFieldValidations),
  bind(contract.register, register),
  bind(contract.refreshSession, refreshSession),
  bind(contract.signOut, signOut),
  bind(contract.listSessions, listSessions),
  bind(contract.closeSession, closeSession),
  bind(contract.readProfile, readProfile),
  bind(contract.updateProfile, updateProfile),
]
