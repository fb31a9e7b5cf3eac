/**
 * What the studio needs to know about rounds that all players share. The operator's server runs them
 * (server/play/shared-rounds).
 */
import type { Kysely } from 'kysely'
import type { SharedGame, SharedTable } from '#contract/shared-rounds.ts'
import type { Tables } from '#server/kernel/db/tables.ts'
import type { Tx } from './parts.ts'

/** Secret until it has ended: its point decides every bet. */
export type SharedRound = {
  number: number
  mathsVersion: string
  phase: 'betting' | 'running' | 'ended'
  startedAt: Date | null
  endedAt: Date | null
  /** Hundredths. */
  point: number
  isInterrupted: boolean
  /** By this process, whose clock therefore decides. */
  isLedHere: boolean
}

export type SharedTables = {
  /**
   * True while bets under this version are accepted, which is the one that decides the round; its start then waits for
   * the transaction.
   */
  isOpen(tx: Tx, game: SharedGame, round: { number: number; version: string }): Promise<boolean>
  /** `isLocked`: the end of the round waits for the transaction. */
  read(
    db: Tx | Kysely<Tables>,
    game: SharedGame,
    number: number,
    options?: { isLocked: boolean },
  ): Promise<SharedRound | undefined>
  /** What everybody may see; keeps the rounds going. */
  watch(game: SharedGame): Promise<SharedTable>
}
