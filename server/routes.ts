/** Every endpoint with the verb that fulfils it. */
import type { BoundRoute } from './http/bind.ts'
import { routes as bonuses } from './modules/bonuses/routes.ts'
import { routes as content } from './modules/content/routes.ts'
import { routes as credentials } from './modules/credentials/routes.ts'
import { routes as games } from './modules/games/routes.ts'
import { routes as identity } from './modules/identity/routes.ts'
import { routes as limits } from './modules/limits/routes.ts'
import { routes as messages } from './modules/messages/routes.ts'
import { routes as payments } from './modules/payments/routes.ts'
import { routes as settings } from './modules/settings/routes.ts'
import { routes as social } from './modules/social/routes.ts'
import { routes as verification } from './modules/verification/routes.ts'
import { routes as wallet } from './modules/wallet/routes.ts'

export const routes: BoundRoute[] = [
  ...settings,
  ...content,
  ...identity,
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
