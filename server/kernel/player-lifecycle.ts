/**
 * A player's lifecycle: what each module keeps of a player, what must be settled before the account is closed, and what
 * it ends when the player leaves, is excluded, blocked or limited. Each module declares its own in lifecycle.ts; verbs
 * reach all of them through `deps.lifecycles`.
 */
import type { Deps, KernelDeps, LedgerDeps, Tx } from '../deps.ts'
import type { OperatorActor } from './actor.ts'

/** Why a player's open affairs are ended. */
export type EndReason = 'excluded' | 'account-closed' | 'blocked' | 'limited'

/** Why an operator decides about withdrawals that were requested before, and that nobody has sent yet. */
export type LaterReviewReason = 'flagged' | 'debt' | 'blocked' | 'factors' | 'prepared'

/** Maximum number of rows per section, newest first; older rows are not needed on a screen. */
export const recordLimit = 10_000

export type ReviewDeps = KernelDeps & { partners: Pick<Deps['partners'], 'payments'> }
/** Operator commands have no more. */
export type EndDeps = ReviewDeps & LedgerDeps
export type PlayerLifecycle = {
  /** Section name -> its rows, newest first if they have an order, at most `recordLimit`. */
  sections: Record<string, (ctx: KernelDeps, playerId: string) => Promise<unknown>>
  /** Money, a payment or a round that prevents the closure of the account. */
  keepsOpen?: (tx: Tx, playerId: string) => Promise<boolean>
  /**
   * Removes what lets somebody sign in, prove to be the player, speak for the player or take money out: another person
   * may have prepared it before the owner of the address proved that.
   */
  removeAccess?: (tx: Tx, playerId: string, now: Date) => Promise<void>
  /** True if the player may not return now, not even with another account. */
  isBarred?: (tx: Tx, now: Date, playerId: string) => Promise<boolean>
  /** Names of the files that its rows refer to, so that the store's cleanup keeps them. */
  files?: (ctx: KernelDeps) => Promise<string[]>
  /** Ends what an exclusion, a block, a limit or a closed account does not let continue, such as an open payment page. */
  endOpen?: (deps: EndDeps, tx: Tx, playerId: string, reason: EndReason) => Promise<void>
  /** Puts withdrawals that were not sent yet before an operator. Locks none that is being sent or decided. */
  reviewUnsent?: (deps: ReviewDeps, tx: Tx, playerId: string, reason: LaterReviewReason) => Promise<void>
  /** Revokes what an operator's decision takes back, such as the open bonus of a reversed deposit. */
  revokeGrant?: (
    deps: EndDeps & { actor: OperatorActor },
    tx: Tx,
    grant: { id: string; reason: string },
  ) => Promise<unknown>
  /** Ends deposits that are open and no longer fit since a deposit limit was set or lowered. */
  endBeyondLimits?: (deps: Deps, tx: Tx, playerId: string) => Promise<void>
}

/** As in JSON: timestamps as text, integers as numbers if they are exact, otherwise as text; bytes are omitted. */
export function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return undefined
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [camelCase(name), plain(inner)]))
}

/** Columns have the names of the database, which are internal. */
function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
