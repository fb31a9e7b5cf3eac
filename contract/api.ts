/** The whole contract: every endpoint by name, and by `METHOD /path` for the browser's typed calls. */
import { type Declaration, declarationsIn, type Endpoint, type ReplyOf, type RequestOf } from './endpoint.ts'
import * as bonuses from './bonuses.ts'
import * as chat from './chat.ts'
import * as complaints from './complaints.ts'
import * as content from './content.ts'
import * as credentials from './credentials.ts'
import * as games from './games.ts'
import * as harm from './harm.ts'
import * as identity from './identity.ts'
import * as liabilities from './liabilities.ts'
import * as jackpots from './jackpots.ts'
import * as limits from './limits.ts'
import * as loyalty from './loyalty.ts'
import * as marketing from './marketing.ts'
import * as messages from './messages.ts'
import * as payments from './payments.ts'
import * as publishedFairness from './published-fairness.ts'
import * as push from './push.ts'
import * as quests from './quests.ts'
import * as rakeback from './rakeback.ts'
import * as realityChecks from './reality-checks.ts'
import * as settings from './settings.ts'
import * as sharedRounds from './shared-rounds.ts'
import * as statements from './statements.ts'
import * as auditFile from './audit-file.ts'
import * as social from './social.ts'
import * as sportsbook from './sportsbook.ts'
import * as swaps from './swaps.ts'
import * as tournaments from './tournaments.ts'
import * as vault from './vault.ts'
import * as verification from './verification.ts'
import * as wallet from './wallet.ts'

export const modules = {
  settings,
  content,
  identity,
  credentials,
  social,
  verification,
  limits,
  bonuses,
  quests,
  rakeback,
  wallet,
  statements,
  auditFile,
  swaps,
  vault,
  payments,
  games,
  publishedFairness,
  jackpots,
  sharedRounds,
  sportsbook,
  realityChecks,
  harm,
  liabilities,
  loyalty,
  messages,
  chat,
  complaints,
  marketing,
  push,
  tournaments,
}

type EndpointsIn<M> = { [K in keyof M as M[K] extends Endpoint ? K : never]: M[K] }
type Modules = typeof modules
type Every = { [M in keyof Modules]: EndpointsIn<Modules[M]>[keyof EndpointsIn<Modules[M]>] }[keyof Modules] & Endpoint

/** `'GET /api/wallet/accounts'` -> its endpoint. */
export type Api = { [E in Every as `${E['method']} ${E['path']}`]: E }
export type Route = keyof Api
export type GetRoute = Extract<Route, `GET ${string}`>
export type RouteRequest<R extends Route> = RequestOf<Api[R]>
export type RouteReply<R extends Route> = ReplyOf<Api[R]>

export const everyEndpoint = (): Declaration[] => declarationsIn(modules)
