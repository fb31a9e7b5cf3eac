/** Every module that keeps something of a player, in the order of the modules. */
import type { PlayerRecords } from './platform/player-records.ts'
import { records as messages } from './modules/messages/records.ts'
import { records as deliveries } from './modules/deliveries/records.ts'
import { records as wallet } from './modules/wallet/records.ts'
import { records as identity } from './modules/players/records.ts'
import { records as credentials } from './modules/credentials/records.ts'
import { records as social } from './modules/social/records.ts'
import { records as verification } from './modules/verification/records.ts'
import { records as limits } from './modules/limits/records.ts'
import { records as bonuses } from './modules/bonuses/records.ts'
import { records as payments } from './modules/payments/records.ts'
import { records as games } from './modules/games/records.ts'

export const records: PlayerRecords[] = [
  messages,
  deliveries,
  wallet,
  identity,
  credentials,
  social,
  verification,
  limits,
  bonuses,
  payments,
  games,
]
