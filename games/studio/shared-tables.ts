/**
 * What the studio needs to know about rounds that all players share. The operator's server runs them
 * (server/play/shared-rounds).
 */
import type { Kysely } from 'kysely'
import type { SharedGame, SharedTable } from '#contract/shared-rounds.ts'
import type { Tables } from '#server/kernel/db/tables.ts'
import type { Tx } from './parts.ts'

/** A shared round. It is secret until it has ended, because its point decides every bet. */
export type SharedRound = {
  number: number
  mathsVersion: string
  phase: 'betting' | 'drawing' | 'running' | 'ended'
  startedAt: Date | null
  endedAt: Date | null
  /** Hundredths. Null until a beacon has decided the round, and in a cancelled round; never in one that started. */
  point: number | null
  isInterrupted: boolean
  /** True if this process runs the round, so that its clock decides. */
  isLedHere: boolean
}

export type SharedTables = {
  /**
   * True while the round accepts bets and this version decides it; the start of the round then waits for
   * the end of the transaction.
   */
  isOpen(tx: Tx, game: SharedGame, round: { number: number; version: string }): Promise<boolean>
  /** With `isLocked`, the end of the round waits for the end of the transaction. */
  read(
    db: Tx | Kysely<Tables>,
    game: SharedGame,
    number: number,
    options?: { isLocked: boolean },
  ): Promise<SharedRound | undefined>
  /** Returns the public state of the table, and keeps its rounds running. */
  watch(game: SharedGame): Promise<SharedTable>
}
