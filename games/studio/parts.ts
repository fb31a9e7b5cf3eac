/** The studio's dependencies, provided by wire.ts in the product and by each test. */
import type { FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '#server/kernel/db/tables.ts'
import type { GameMaths } from '../maths.ts'
import type { OperatorWallet } from './operator-wallet.ts'
import type { RoundBatches } from './round-batches.ts'
import type { SharedTables } from './shared-tables.ts'

export type Tx = Transaction<Tables>

export type StudioParts = {
  db: { kysely: Kysely<Tables>; pool: Pool; transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> }
  clock: { now(): Date }
  randomBytes: (size: number) => Uint8Array
  log: Logger
  wallet: OperatorWallet
  /** Country of a request as a two-letter code; null if unknown. */
  countryOf(request: FastifyRequest): string | null
  /** The key with which the site signs launch tokens. */
  launchKey: string
  /** Encrypts the private keys of the draws. */
  drawPassphrase: string
  /** Previous keys and passphrases, with which existing launches and draw keys are still read. */
  former?: ReadonlyArray<{ launchKey: string; drawPassphrase: string }>
  /** Minimum time between two rounds of one player in one game of the kind. */
  cycleMs(kind: GameMaths['kind']): number
  /** The rounds that all players share; without them those games accept no bet. */
  shared?: SharedTables
}
export type StudioCore = StudioParts & { rounds: RoundBatches }

/**
 * Version 7 UUID (RFC 9562): milliseconds, then random bits, both injected so that a simulation can be repeated.
 * Consecutive rounds are adjacent in every index with their ids, and such an index grows only at its end.
 */
export function newRoundId({ clock, randomBytes }: Pick<StudioParts, 'clock' | 'randomBytes'>): string {
  return uuidv7({ msecs: clock.now().getTime(), random: Uint8Array.from(randomBytes(16)) })
}
