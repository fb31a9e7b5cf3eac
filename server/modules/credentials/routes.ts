import * as contract from '#contract/credentials.ts'
import { signIn as signInCall } from '#contract/identity.ts'
import { bind } from '../../http/bind.ts'
import { changePassword } from './change-password.ts'
import { forgotPassword } from './forgot-password.ts'
import { resetPassword } from './reset-password.ts'
import { signIn } from './sign-in.ts'

export const routes = [
  bind(signInCall, signIn),
  bind(contract.changePassword, changePassword),
  bind(contract.forgotPassword, forgotPassword),
  bind(contract.resetPassword, resetPassword),
]
