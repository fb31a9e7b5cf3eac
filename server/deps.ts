/** The server's dependencies: built once in main.ts (or by a test) and passed to every verb in its context. */
import type { Logger } from 'pino'
import type { CallLimits } from './kernel/call-limits.ts'
import type { Database, Tx } from './kernel/db/connect.ts'
import type { Ledger } from './ledger/index.ts'
import type { Realtime } from './realtime/index.ts'
import type { Settings } from './settings.ts'
import type { Content, Reference } from './reference/index.ts'
import type { PlayerLifecycle } from './kernel/player-lifecycle.ts'
import type { Partners } from './partners/partners.ts'

/** Time is injected so that tests never sleep. */
export type Clock = { now(): Date }
/** Cryptographically secure random bytes; injected so that a simulation can be replayed. */
export type RandomBytes = (size: number) => Uint8Array

/** For functions that neither show texts nor move money nor call partners. */
export type KernelDeps = {
  settings: Settings
  clock: Clock
  randomBytes: RandomBytes
  log: Logger
  db: Database
}

/** For functions that also write texts for players. */
export type TextDeps = KernelDeps & { content: Content }

/** For functions that also move money. */
export type LedgerDeps = TextDeps & { ledger: Ledger }

export type Deps = LedgerDeps & {
  realtime: Realtime
  reference: Reference
  partners: Partners
  lifecycles: PlayerLifecycle[]
  callLimits: CallLimits
}

/** For what has to find games of any studio. */
export type GameDeps = { partners: Pick<Partners, 'gameStudios'> }

/** The caller of a request, and where it comes from. */
export type Caller = {
  requestId: string
  ip: string
  userAgent: string
  /** Two letters, from the trusted proxy's header; null if unknown. */
  country: string | null
  locale: string
  /** The bearer token as received, valid or not: only the session refresh reads it. */
  bearer: string | null
  /** The solution of a challenge, with which a call passes limits that others have used up. */
  captcha: string | null
  player: { id: string; sessionId: string } | null
}

export type Ctx = Deps & { caller: Caller }
/** Context of a verb bound with access 'player': the session has been checked for this request. */
export type PlayerCtx = Ctx & { caller: Caller & { player: { id: string; sessionId: string } } }

export type { Tx }
