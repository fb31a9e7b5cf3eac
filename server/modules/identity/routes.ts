import {
  confirmEmail as confirmEmailCall,
  resendConfirmation as resendConfirmationCall,
} from '#contract/credentials.ts'
import * as contract from '#contract/identity.ts'
import { bind } from '../../http/bind.ts'
import { closeAccount } from './close-account.ts'
import { closeSession } from './close-session.ts'
import { confirmEmail } from './confirm-email.ts'
import { exportProfile } from './export-profile.ts'
import { listFieldValidations } from './list-field-validations.ts'
import { listSessions } from './list-sessions.ts'
import { readProfile } from './read-profile.ts'
import { refreshSession } from './refresh-session.ts'
import { register } from './register.ts'
import { registerPhone } from './register-phone.ts'
import { resendConfirmation } from './resend-confirmation.ts'
import { sendOtp } from './send-otp.ts'
import { signOut } from './sign-out.ts'
import { updateProfile } from './update-profile.ts'
import { verifyOtp } from './verify-otp.ts'

export const routes = [
  bind(confirmEmailCall, confirmEmail),
  bind(resendConfirmationCall, resendConfirmation),
  bind(contract.listFieldValidations, listFieldValidations),
  bind(contract.register, register),
  bind(contract.registerPhone, registerPhone),
  bind(contract.sendOtp, sendOtp),
  bind(contract.verifyOtp, verifyOtp),
  bind(contract.refreshSession, refreshSession),
  bind(contract.signOut, signOut),
  bind(contract.listSessions, listSessions),
  bind(contract.closeSession, closeSession),
  bind(contract.readProfile, readProfile),
  bind(contract.updateProfile, updateProfile),
  bind(contract.closeAccount, closeAccount),
  bind(contract.exportProfile, exportProfile),
]
