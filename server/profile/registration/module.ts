/** Registration, and confirmation of the email address. */
import * as credentials from '#contract/credentials.ts'
import * as contract from '#contract/identity.ts'
import { defineModule } from '../../kernel/module.ts'
import { bind } from '../../kernel/http/bind.ts'
import { confirmEmail } from './confirm-email.ts'
import { register } from './register.ts'
import { challengeCaptcha } from './captcha.ts'
import { registerPhone } from './register-phone.ts'
import { resendConfirmation } from './resend-confirmation.ts'

const routes = [
  bind(contract.register, register),
  bind(contract.registerPhone, registerPhone),
  bind(contract.challengeCaptcha, challengeCaptcha),
  bind(credentials.confirmEmail, confirmEmail),
  bind(credentials.resendConfirmation, resendConfirmation),
]

export default defineModule({
  name: 'registration',
  routes,
})
