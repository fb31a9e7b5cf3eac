/**
 * The modules of the server, each after those it calls. Routes, jobs, invariants and exports of the server are derived
 * from this list.
 */
import type { Deps } from './deps.ts'
import type { Consumer } from './facts/consumer.ts'
import { consumerCommands } from './facts/operator-commands.ts'
import { lifecycle as factLifecycle } from './facts/lifecycle.ts'
import type { BoundRoute } from './http/bind.ts'
import type { Job } from './jobs/scheduler.ts'
import { type Invariant, ledgerInvariants } from './ledger/invariants.ts'
import secrets from './modules/secrets/module.ts'
import content from './modules/content/module.ts'
import reference from './modules/reference/module.ts'
import deliveries from './modules/deliveries/module.ts'
import operators from './modules/operators/module.ts'
import push from './modules/push/module.ts'
import messages from './modules/messages/module.ts'
import wallet from './modules/wallet/module.ts'
import players from './modules/players/module.ts'
import passwords from './modules/passwords/module.ts'
import formFields from './modules/form-fields/module.ts'
import sessions from './modules/sessions/module.ts'
import otp from './modules/otp/module.ts'
import registration from './modules/registration/module.ts'
import profile from './modules/profile/module.ts'
import credentials from './modules/credentials/module.ts'
import social from './modules/social/module.ts'
import verification from './modules/verification/module.ts'
import chat from './modules/chat/module.ts'
import definitions from './modules/definitions/module.ts'
import limits from './modules/limits/module.ts'
import bonuses from './modules/bonuses/module.ts'
import games from './modules/games/module.ts'
import sports from './modules/sports/module.ts'
import rewards from './modules/rewards/module.ts'
import cashback from './modules/cashback/module.ts'
import rakeback from './modules/rakeback/module.ts'
import swaps from './modules/swaps/module.ts'
import vault from './modules/vault/module.ts'
import chain from './modules/chain/module.ts'
import payments from './modules/payments/module.ts'
import households from './modules/households/module.ts'
import studios from './modules/studios/module.ts'
import sharedRounds from './modules/shared-rounds/module.ts'
import loyalty from './modules/loyalty/module.ts'
import tournaments from './modules/tournaments/module.ts'
import quests from './modules/quests/module.ts'
import notices from './modules/notices/module.ts'
import campaigns from './modules/campaigns/module.ts'
import harm from './modules/harm/module.ts'
import liabilities from './modules/liabilities/module.ts'
import type { AnyDefinitionKind } from './platform/definition-kind.ts'
import type { Module } from './platform/module.ts'
import type { OperatorCommands } from './platform/operator-commands.ts'
import type { PlayerLifecycle } from './platform/player-lifecycle.ts'
import type { SealedData, SignedData } from './platform/sealed-data.ts'
import { measureQueues } from './platform/queues.ts'

export const modules: Module[] = [
  secrets,
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
  limits,
  definitions,
  bonuses,
  games,
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
]

export const routes: BoundRoute[] = modules.flatMap((module) => module.routes ?? [])
export const consumers: Consumer[] = modules.flatMap((module) => module.consumers ?? [])
export const definitionKinds: AnyDefinitionKind[] = modules.flatMap((module) => module.definitions ?? [])
export const lifecycles: PlayerLifecycle[] = [...modules.flatMap((module) => module.lifecycle ?? []), factLifecycle]
export const sealedData: SealedData[] = modules.flatMap((module) => module.sealedData ?? [])
export const signedData: SignedData[] = modules.flatMap((module) => module.signedData ?? [])
export const allInvariants: Invariant[] = [...ledgerInvariants, ...modules.flatMap((module) => module.invariants ?? [])]
export const operatorCommands: Record<string, OperatorCommands> = Object.assign(
  { consumers: consumerCommands },
  ...modules.map((module) => module.operatorCommands ?? {}),
)

export function jobsOf(deps: Deps): Job[] {
  return modules.flatMap((module) => module.jobs?.(deps) ?? [])
}

export function registerMetrics(deps: Deps): void {
  for (const module of modules) module.metrics?.(deps)
  measureQueues(
    deps,
    modules.flatMap((module) => module.queues ?? []),
  )
}
