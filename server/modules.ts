/** The modules of the server, from the ground up: its routes, jobs, invariants and exports are derived from this list. */
import type { Deps } from './deps.ts'
import type { Consumer } from './kernel/facts/consumer.ts'
import { consumerCommands } from './kernel/facts/operator-commands.ts'
import { lifecycle as factLifecycle } from './kernel/facts/lifecycle.ts'
import type { BoundRoute } from './kernel/http/bind.ts'
import type { Job } from './kernel/jobs/scheduler.ts'
import { type Invariant, ledgerInvariants } from './ledger/index.ts'
import audit from './kernel/audit/module.ts'
import secrets from './kernel/secrets/module.ts'
import content from './reference/content/module.ts'
import reference from './reference/module.ts'
import deliveries from './messaging/deliveries/module.ts'
import operators from './operators/module.ts'
import push from './messaging/push/module.ts'
import messages from './messaging/messages/module.ts'
import wallet from './wallet/module.ts'
import players from './identity/players/module.ts'
import passwords from './identity/passwords/module.ts'
import formFields from './identity/form-fields/module.ts'
import sessions from './identity/sessions/module.ts'
import otp from './identity/otp/module.ts'
import mailRequests from './identity/mail-requests/module.ts'
import registration from './profile/registration/module.ts'
import profile from './profile/module.ts'
import credentials from './identity/credentials/module.ts'
import social from './profile/social/module.ts'
import verification from './identity/verification/module.ts'
import chat from './support/module.ts'
import complaints from './support/complaints/module.ts'
import { definitionRoutes } from './kernel/definitions/desk.ts'
import definitions from './kernel/definitions/module.ts'
import limits from './protection/module.ts'
import bonuses from './bonuses/module.ts'
import games from './play/games/module.ts'
import jackpots from './play/jackpots/module.ts'
import sports from './sports/module.ts'
import rewards from './rewards/module.ts'
import cashback from './rewards/cashback/module.ts'
import rakeback from './rewards/rakeback/module.ts'
import swaps from './transfers/swaps/module.ts'
import vault from './transfers/vault/module.ts'
import chain from './chain/module.ts'
import payments from './cashier/module.ts'
import households from './harm/households/module.ts'
import studios from './play/studios/module.ts'
import sharedRounds from './play/shared-rounds/module.ts'
import loyalty from './rewards/loyalty/module.ts'
import tournaments from './rewards/tournaments/module.ts'
import quests from './rewards/quests/module.ts'
import notices from './campaigns/notices/module.ts'
import campaigns from './campaigns/module.ts'
import harm from './harm/module.ts'
import liabilities from './liabilities/module.ts'
import { alarmJob, overviewRoutes } from './overview.ts'
import reports from './reports/module.ts'
import type { AnyDefinitionKind } from './kernel/definition-kind.ts'
import { searchRoute } from './kernel/desk-search.ts'
import type { Module } from './kernel/module.ts'
import type { DatabaseCommands } from './kernel/operator-commands.ts'
import type { PlayerLifecycle } from './kernel/player-lifecycle.ts'
import type { SealedData, SignedData } from './kernel/sealed-data.ts'
import { measureQueues } from './kernel/queues.ts'
import { standingRoute } from './kernel/standing.ts'
import { timelineRoute } from './kernel/timeline.ts'

export const modules: Module[] = [
  secrets,
  audit,
  content,
  reference,
  operators,
  deliveries,
  push,
  messages,
  wallet,
  players,
  passwords,
  formFields,
  sessions,
  otp,
  mailRequests,
  limits,
  definitions,
  bonuses,
  games,
  jackpots,
  vault,
  swaps,
  sports,
  rewards,
  registration,
  profile,
  credentials,
  social,
  verification,
  chat,
  complaints,
  chain,
  payments,
  households,
  studios,
  sharedRounds,
  loyalty,
  cashback,
  rakeback,
  tournaments,
  quests,
  notices,
  campaigns,
  harm,
  liabilities,
  reports,
]

export const routes: BoundRoute[] = modules.flatMap((module) => module.routes ?? [])
export const consumers: Consumer[] = modules.flatMap((module) => module.consumers ?? [])
export const definitionKinds: AnyDefinitionKind[] = modules.flatMap((module) => module.definitions ?? [])
export const deskRoutes: BoundRoute[] = [
  ...modules.flatMap((module) => module.deskRoutes ?? []),
  ...definitionRoutes(definitionKinds),
  ...overviewRoutes(modules.flatMap((module) => module.queues ?? [])),
  searchRoute(modules.flatMap((module) => module.deskSearch ?? [])),
  standingRoute(modules.flatMap((module) => module.standing ?? [])),
  timelineRoute(modules.flatMap((module) => module.timeline ?? [])),
]
export const lifecycles: PlayerLifecycle[] = [...modules.flatMap((module) => module.lifecycle ?? []), factLifecycle]
export const sealedData: SealedData[] = modules.flatMap((module) => module.sealedData ?? [])
export const signedData: SignedData[] = modules.flatMap((module) => module.signedData ?? [])
export const allInvariants: Invariant[] = [...ledgerInvariants, ...modules.flatMap((module) => module.invariants ?? [])]
export const databaseCommands: Record<string, DatabaseCommands> = Object.assign(
  { consumers: consumerCommands },
  ...modules.map((module) => module.databaseCommands ?? {}),
)

export function jobsOf(deps: Deps): Job[] {
  return [...modules.flatMap((module) => module.jobs?.(deps) ?? []), alarmJob(deps)]
}

export function registerMetrics(deps: Deps): void {
  for (const module of modules) module.metrics?.(deps)
  measureQueues(
    deps,
    modules.flatMap((module) => module.queues ?? []),
  )
}
