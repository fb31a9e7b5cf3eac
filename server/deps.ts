/** What the server is made of: built once in main.ts (or by a test), handed to every verb inside its context. */
import type { Logger } from 'pino'
import type { Database, Tx } from './db/connect.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { Realtime } from './realtime/realtime.ts'
import type { Settings } from './settings.ts'
import type { Content } from './modules/content/content.ts'
import type { PlayerRecords } from './platform/player-records.ts'
import type { Partners } from './partners/partners.ts'

/** Time is injected so that tests never sleep. */
export type Clock = { now(): Date }
/** Secure random bytes; injected so that a simulation can replay. */
export type RandomBytes = (size: number) => Uint8Array

export type Deps = {
  settings: Settings
  clock: Clock
  randomBytes: RandomBytes
  log: Logger
  db: Database
  ledger: Ledger
  realtime: Realtime
  content: Content
  partners: Partners
  /** What each module keeps of a player. */
  records: PlayerRecords[]
}

/** Who is asking, and from where. */
export type Caller = {
  requestId: string
  ip: string
  userAgent: string
  /** Two letters, from the trusted proxy's header; null where unknown. */
  country: string | null
  locale: string
  /** The bearer token as it came, good or not: only the swap of an old token looks at it. */
  bearer: string | null
  player: { id: string; sessionId: string } | null
}

export type Ctx = Deps & { caller: Caller }
/** A verb bound with access 'player' gets this: the session has been checked on this very call. */
export type PlayerCtx = Ctx & { caller: Caller & { player: { id: string; sessionId: string } } }

export type { Tx }
