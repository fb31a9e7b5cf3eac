import * as contract from '#contract/credentials.ts'
import { autologin, signIn as signInCall } from '#contract/identity.ts'
import { bind } from '../../kernel/http/bind.ts'
import { addPasskey } from './add-passkey.ts'
import { beginPasskey } from './begin-passkey.ts'
import { beginPasskeySignIn } from './begin-passkey-sign-in.ts'
import { beginTotp } from './begin-totp.ts'
import { challengePasskey } from './challenge-passkey.ts'
import { changePassword } from './change-password.ts'
import { confirmTotp } from './confirm-totp.ts'
import { forgotPassword } from './forgot-password.ts'
import { listPasskeys } from './list-passkeys.ts'
import { readStepUp } from './read-step-up.ts'
import { readTotp } from './read-totp.ts'
import { removePasskey } from './remove-passkey.ts'
import { removeTotp } from './remove-totp.ts'
import { approveSignIn } from './approve-sign-in.ts'
import { requestApproval } from './request-approval.ts'
import { resetPassword } from './reset-password.ts'
import { signIn } from './sign-in.ts'
import { signInByLink } from './sign-in-by-link.ts'
import { signInByPasskey } from './sign-in-by-passkey.ts'
import { stepUp } from './step-up.ts'

export const routes = [
  bind(signInCall, signIn),
  bind(autologin, signInByLink),
  bind(contract.changePassword, changePassword),
  bind(contract.forgotPassword, forgotPassword),
  bind(contract.resetPassword, resetPassword),
  bind(contract.requestApproval, requestApproval),
  bind(contract.approveSignIn, approveSignIn),
  bind(contract.readStepUp, readStepUp),
  bind(contract.stepUp, stepUp),
  bind(contract.readTotp, readTotp),
  bind(contract.beginTotp, beginTotp),
  bind(contract.confirmTotp, confirmTotp),
  bind(contract.removeTotp, removeTotp),
  bind(contract.listPasskeys, listPasskeys),
  bind(contract.beginPasskey, beginPasskey),
  bind(contract.addPasskey, addPasskey),
  bind(contract.removePasskey, removePasskey),
  bind(contract.challengePasskey, challengePasskey),
  bind(contract.beginPasskeySignIn, beginPasskeySignIn),
  bind(contract.signInByPasskey, signInByPasskey),
]
