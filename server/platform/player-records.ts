/**
 * What the house keeps of a player, told by each module that keeps something of it, and what must come to an end before
 * an account is closed. Each module declares its own in module.ts; `deps.records` brings them to the verbs that ask.
 */
import type { Deps, Tx } from '../deps.ts'

/** Why a player's open affairs come to an end. */
export type EndReason = 'excluded' | 'account-closed'

/** Newest rows of one section at most; what lies beyond is older than anybody asks of a screen. */
export const recordLimit = 10_000

export type PlayerRecords = {
  /** Name of a section -> the rows in it, newest first where they have an order, `recordLimit` at most. */
  sections: Record<string, (ctx: Pick<Deps, 'db'>, playerId: string) => Promise<unknown>>
  /** Money, a payment or a round that keeps the account open. */
  keepsOpen?: (tx: Tx, playerId: string) => Promise<boolean>
  /** Whether the account has belonged to somebody since before now: it moved money, or its player once proved who they are. */
  isEstablished?: (tx: Tx, playerId: string) => Promise<boolean>
  /** Whether the player may not come back at this moment, under another account either. */
  isBarred?: (tx: Tx, now: Date, playerId: string) => Promise<boolean>
  /** Ends what must not go on for an excluded player or a closed account, such as a pay page that is still open. */
  endOpen?: (deps: Deps, tx: Tx, playerId: string, reason: EndReason) => Promise<void>
}

/** As JSON has it: moments as text, whole numbers as numbers where they are exact, else as text; bytes are left out. */
export function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return undefined
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [camelCase(name), plain(inner)]))
}

/** Columns are named in the database's way; nobody outside needs to know it. */
function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
