/**
 * A player's lifecycle: the personal data of each module, conditions that must be settled before an account is closed,
 * and actions when a player leaves or is excluded, blocked or limited. Each module declares its own in module.ts, or in lifecycle.ts beside it;
 * verbs call all of them through `deps.lifecycles`.
 */
import type { Part } from '#contract/desk/common.ts'
import type { Deps, KernelDeps, LedgerDeps, Tx } from '../deps.ts'
import type { OperatorActor } from './actor.ts'

/** The reason to end open payments, offers and bets of a player. */
export type EndReason = 'excluded' | 'account-closed' | 'blocked' | 'limited'

/** The reason to review withdrawals that were requested before and not yet sent. */
export type LaterReviewReason = 'flagged' | 'debt' | 'blocked' | 'factors' | 'prepared'

/** Maximum number of rows per section, newest first; older rows are not needed on a screen. */
export const recordLimit = 10_000

export const mostConcerns = 10
/** `kind` and `state` have labels at the desk (`payments.concern.…`); `detail` says which one it is, `path` is its page. */
export type Concern = {
  kind: 'bonus' | 'marker' | 'household'
  detail: Part[]
  state: string
  path: string
  at: Date
}

export type ReviewDeps = KernelDeps & { partners: Pick<Deps['partners'], 'payments'> }
/** These are the dependencies that commands on the database have. */
export type EndDeps = ReviewDeps & LedgerDeps
export type PlayerLifecycle = {
  /** Section name -> its rows, newest first if they have an order, at most `recordLimit`. */
  sections: Record<string, (ctx: KernelDeps, playerId: string) => Promise<unknown>>
  /** What an operator must know who decides about a payment of the player, newest first, at most `mostConcerns`. */
  concerns?: (ctx: KernelDeps, playerId: string) => Promise<Concern[]>
  /** Money, a payment or a round that prevents the closure of the account. */
  keepsOpen?: (tx: Tx, playerId: string) => Promise<boolean>
  /**
   * Removes everything by which somebody can sign in, prove to be the player, speak for the player or withdraw money:
   * another person may have set it up before the owner of the address proved the ownership.
   */
  removeAccess?: (tx: Tx, playerId: string, now: Date) => Promise<void>
  /**
   * Erases what nobody is required to keep of a player who has left: not who the player is, and not money, play or
   * protection. Resolves to how many of what.
   */
  erase?: (tx: Tx, playerId: string) => Promise<Record<string, number>>
  /** True if the player may not return now, not even with another account. */
  isBarred?: (tx: Tx, now: Date, playerId: string) => Promise<boolean>
  /** Names of the files that its rows refer to, so that the store's cleanup keeps them. */
  files?: (ctx: KernelDeps) => Promise<string[]>
  /**
   * Ends everything that must not continue after an exclusion, block, limit or closure, such as an open payment page.
   */
  endOpen?: (deps: EndDeps, tx: Tx, playerId: string, reason: EndReason) => Promise<void>
  /** Sends withdrawals that were not sent yet to review. Those being sent or decided are not locked. */
  reviewUnsent?: (deps: ReviewDeps, tx: Tx, playerId: string, reason: LaterReviewReason) => Promise<void>
  /** Follows a change of what the player has proved (verification, profile). The caller has locked the player. */
  reviewProofs?: (deps: ReviewDeps, tx: Tx, playerId: string) => Promise<void>
  /** Revokes grants after an operator's decision, such as the open bonus of a reversed deposit. */
  revokeGrant?: (
    deps: EndDeps & { actor: OperatorActor },
    tx: Tx,
    grant: { id: string; reason: string },
  ) => Promise<unknown>
  /** Ends deposits that are open and no longer fit since a deposit limit was set or lowered. */
  endBeyondLimits?: (deps: Deps, tx: Tx, playerId: string) => Promise<void>
}

/** Converts to JSON values: timestamps to text, integers to numbers if exact, otherwise to text; bytes are omitted. */
export function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return undefined
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [camelCase(name), plain(inner)]))
}

/** Converts names of columns, which are internal, to those of the API. */
function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
