/**
 * Transactions commit in a different order than they take ids from a sequence. This determines how far a reader may
 * read: up to an id below which every id is either visible or will never be. A missing id is final once every
 * transaction that was running when the gap was first seen has ended. A transaction that takes an id must therefore
 * have a transaction id.
 */
import type pg from 'pg'

/** Contiguous ids, both ends included. */
export type Run = { from: bigint; to: bigint }
export type CommitOrder = {
  /** Every id up to this one is settled: visible, or never to appear. */
  readonly settled: bigint
  /**
   * `runs`: visible ids in ascending order, read in one statement from an id not above `settled + 1`; `oldest`:
   * `oldestRunning` of the same statement.
   */
  advance(runs: Run[], oldest: bigint): Promise<{ isWaiting: boolean }>
}

/** The lowest transaction id still running in the snapshot of the statement that selects this. */
export const oldestRunning = 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint'

/**
 * `upTo`: the highest id visible when the gap was seen; every gap below it is final once no transaction before `ends`
 * is running.
 */
type Gap = { upTo: bigint; ends: bigint }

/** Starts with every id up to `settled` regarded as settled. */
export function createCommitOrder(pool: pg.Pool, settled: bigint): CommitOrder {
  return commitOrder(pool, settled, null)
}

/** Starts with what is visible now; lower ids may still be missing. `highest`: the highest visible id. */
export async function commitOrderFrom(pool: pg.Pool, highest: bigint): Promise<CommitOrder> {
  return commitOrder(pool, 0n, { upTo: highest, ends: await nextTransactionId(pool) })
}

function commitOrder(pool: pg.Pool, start: bigint, firstGap: Gap | null): CommitOrder {
  let settled = start
  let gap = firstGap
  return {
    get settled() {
      return settled
    },
    async advance(runs, oldest) {
      if (gap && oldest >= gap.ends && gap.upTo > settled) settled = gap.upTo
      for (const { from, to } of runs) {
        if (from > settled + 1n) break
        if (to > settled) settled = to
      }
      if (gap && settled >= gap.upTo) gap = null
      const highest = runs.at(-1)?.to ?? settled
      if (!gap && highest > settled) gap = { upTo: highest, ends: await nextTransactionId(pool) }
      return { isWaiting: gap !== null }
    },
  }
}

/** Takes a transaction id, which is above that of everything running now; a snapshot alone does not show that. */
async function nextTransactionId(pool: pg.Pool): Promise<bigint> {
  const { rows } = await pool.query<{ id: bigint }>('SELECT pg_current_xact_id()::text::bigint AS id')
  return rows[0]!.id
}
