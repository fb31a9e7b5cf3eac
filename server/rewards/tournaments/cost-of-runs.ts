/** What the runs of a tournament put aside for prizes, less what came back and the fees that players paid. */
import { type Kysely, sql } from 'kysely'
import type { Money } from '#contract/desk/common.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { baseCurrency, inUnits } from '../../reference/index.ts'

type Cost = {
  version: number
  /** Runs that have begun: those that are not over, that are finished, that were cancelled. */
  granted: number
  open: number
  used: number
  lapsed: number
  worth: Money
  cost: Money
}

/** By version, the newest first. */
export async function costOfRuns(db: Kysely<Tables>, identity: string): Promise<Cost[]> {
  const { rows } = await sql<{
    version: number
    runs: number
    open: number
    finished: number
    pool: bigint
    cost: bigint
  }>`
    SELECT version, count(*)::int AS runs, (count(*) FILTER (WHERE state IN ('running', 'finalising')))::int AS open,
      (count(*) FILTER (WHERE state = 'finished'))::int AS finished,
      coalesce(sum(pool) FILTER (WHERE state <> 'cancelled'), 0)::bigint AS pool,
      coalesce(sum(pool - returned - fees) FILTER (WHERE state = 'finished'), 0)::bigint AS cost
    FROM rewards.tournament_runs WHERE definition = ${identity} AND state <> 'published'
    GROUP BY version ORDER BY version DESC`.execute(db)
  return rows.map(({ version, runs, open, finished, pool, cost }) => ({
    version,
    granted: runs,
    open,
    used: finished,
    lapsed: runs - open - finished,
    worth: inUnits(pool, baseCurrency),
    cost: inUnits(cost, baseCurrency),
  }))
}
