/**
 * Consumers: named readers of facts and movements. A consumer's effects and its position are written in one
 * transaction, so each fact counts exactly once despite kills, restarts and parallel processes.
 */
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Fact, Recorded } from './fact.ts'

export type Source = 'facts' | 'movements'
/** Ids above `after`, up to and including `upTo`. */
export type Range = { after: bigint; upTo: bigint }

/** A range of one source, in the order of its ids. There is no order between facts and movements. */
export type Batch = {
  facts: Range | null
  /** For one statement over the whole range: `WHERE id > after AND id <= upTo` on ledger.movements. */
  movements: Range | null
  /** The facts of one kind in the batch; empty for a range of movements. */
  of<F extends Fact>(fact: F): Promise<Array<Recorded<F>>>
  /** What the pass reads for a range of movements: once, however many consumers are given this batch. */
  read<Data>(pass: Pass<Data>): Promise<Data>
}

/**
 * What several consumers of movements read. They are applied together, in one transaction on one reading, and each keeps
 * a position of its own: one that fails, is replayed or is new continues alone until it has reached the others.
 */
export type Pass<Data> = {
  name: string
  read(tx: Tx, range: Range): Promise<Data>
  /** Maximum number of ids in a batch. */
  batchSize: number
  /** While posting is saturated, the consumers wait for at most this long after each round of work. */
  maxDelayMs: number
}

/** Thrown by `apply` for what only a process of another build can count: this one neither counts it nor passes it. */
export class LeftToOthers extends Error {
  override name = 'LeftToOthers'
}

/** Represents ledger.movements in `follows`: every movement of money is a fact without a second row. */
export const movements = 'movements'

export type Consumer<Needs = Deps> = {
  name: string
  /**
   * Raised with every change of `follows`, or of what is counted: a process with an earlier one leaves the consumer to
   * processes with the latest. 1 if absent.
   */
  version?: number
  follows: ReadonlyArray<Fact | typeof movements>
  /** With whom it reads movements. */
  pass?: Pass<unknown>
  /**
   * Writes through `tx` only and calls nothing outside the database: its work is rolled back and repeated with its
   * batch.
   */
  apply(tx: Tx, batch: Batch, needs: Needs): Promise<void>
  /** Deletes the consumer's output, so that it can be replayed from the first fact. Without it a replay is refused. */
  reset?: (tx: Tx) => Promise<void>
  /** Maximum number of ids in a batch of its own. */
  batchSize?: number
  /** While posting is saturated, it waits for at most this long after each round of its own work; 5 seconds if absent. */
  maxDelayMs?: number
}

export function consumer<Needs = Deps>(name: string, rest: Omit<Consumer<Needs>, 'name'>): Consumer<Needs> {
  return { name, ...rest }
}

export function sourcesOf({ follows }: Pick<Consumer<never>, 'follows'>): Source[] {
  const sources: Source[] = []
  if (follows.some((each) => each !== movements)) sources.push('facts')
  if (follows.includes(movements)) sources.push('movements')
  return sources
}

export const versionOf = ({ version = 1 }: Pick<Consumer<never>, 'version'>): number => version

export const tableOf: Record<Source, string> = { facts: 'facts.facts', movements: 'ledger.movements' }
export const columnOf = { facts: 'facts_passed', movements: 'movements_passed' } as const
