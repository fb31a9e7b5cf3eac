/** One-time codes by text message. */
import * as contract from '#contract/identity.ts'
import { defineModule } from '../../kernel/module.ts'
import { bind } from '../../kernel/http/bind.ts'
import { sendOtp } from './send-otp.ts'
import { verifyOtp } from './verify-otp.ts'

const routes = [bind(contract.sendOtp, sendOtp), bind(contract.verifyOtp, verifyOtp)]

export default defineModule({
  name: 'otp',
  tables: ['identity.otps'],
  routes,
})
