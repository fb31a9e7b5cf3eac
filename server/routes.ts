/** Every endpoint with the verb that fulfils it. */
import type { BoundRoute } from './http/bind.ts'
import { routes as bonuses } from './modules/bonuses/routes.ts'
import { routes as content } from './modules/content/routes.ts'
import { routes as credentials } from './modules/credentials/routes.ts'
import { routes as games } from './modules/games/routes.ts'
import { routes as limits } from './modules/limits/routes.ts'
import { routes as messages } from './modules/messages/routes.ts'
import { routes as payments } from './modules/payments/routes.ts'
import { routes as formFields } from './modules/form-fields/routes.ts'
import { routes as otp } from './modules/otp/routes.ts'
import { routes as profile } from './modules/profile/routes.ts'
import { routes as registration } from './modules/registration/routes.ts'
import { routes as sessions } from './modules/sessions/routes.ts'
import { routes as settings } from './modules/settings/routes.ts'
import { routes as social } from './modules/social/routes.ts'
import { routes as verification } from './modules/verification/routes.ts'
import { routes as wallet } from './modules/wallet/routes.ts'

export const routes: BoundRoute[] = [
  ...settings,
  ...content,
  ...formFields,
  ...sessions,
  ...otp,
  ...registration,
  ...profile,
  ...credentials,
  ...social,
  ...verification,
  ...wallet,
  ...limits,
  ...bonuses,
  ...payments,
  ...games,
  ...messages,
]
