/** How far facts and movements are settled: no running transaction can still add one at or below the horizon. */
import type pg from 'pg'
import { type CommitOrder, commitOrderFrom, oldestRunning, type Run } from '../db/commit-order.ts'
import { databaseServer } from '../db/server-identity.ts'
import { type Source, tableOf } from './consumer.ts'

export type Horizon = {
  /** Every id up to this one may be consumed. */
  of(source: Source): bigint
  /** The server on which it was read (server/kernel/db/server-identity.ts). */
  server(): string
  /**
   * Reads what was committed since the last call. `isWaiting`: a lower id is missing and may still appear, or more was
   * committed than one call reads.
   * `isReplayed`: a consumer was reset, or the server is another one.
   */
  advance(): Promise<{ hasAdvanced: boolean; isWaiting: boolean; isReplayed: boolean }>
}

const idsPerLook = 10_000
const sources: Source[] = ['facts', 'movements']

type Opened = { server: string; orders: Record<Source, CommitOrder> }

async function open(pool: pg.Pool): Promise<Opened> {
  const { rows } = await pool.query<{ server: string } & Record<Source, bigint>>(
    `SELECT ${databaseServer} AS server, ${sources.map((source) => `(SELECT coalesce(max(id), 0) FROM ${tableOf[source]}) AS ${source}`).join(', ')}`,
  )
  const orders = {} as Opened['orders']
  for (const source of sources) orders[source] = await commitOrderFrom(pool, rows[0]![source])
  return { server: rows[0]!.server, orders }
}

export async function openHorizon(pool: pg.Pool): Promise<Horizon> {
  let { server, orders } = await open(pool)
  let replays = 0
  return {
    of: (source) => orders[source].settled,
    server: () => server,
    async advance() {
      const {
        rows: [seen],
      } = await pool.query<{ oldest: bigint; replays: number; server: string } & Record<Source, string | null>>({
        name: 'facts-horizon',
        text: `SELECT ${oldestRunning} AS oldest, ${databaseServer} AS server, (SELECT coalesce(sum(replays), 0)::int FROM facts.consumers) AS replays, ${sources.map((source, index) => `(${runsAfter(source, index + 1)}) AS ${source}`).join(', ')}`,
        values: sources.map((source) => orders[source].settled),
      })
      if (seen!.server !== server) {
        ;({ server, orders } = await open(pool))
        return { hasAdvanced: true, isWaiting: true, isReplayed: true }
      }
      let hasAdvanced = false
      let isWaiting = false
      for (const source of sources) {
        const before = orders[source].settled
        const runs = readRuns(seen![source])
        const advanced = await orders[source].advance(runs, seen!.oldest)
        hasAdvanced ||= orders[source].settled > before
        isWaiting ||= advanced.isWaiting || countOf(runs) === idsPerLook
      }
      const isReplayed = seen!.replays !== replays
      replays = seen!.replays
      return { hasAdvanced, isWaiting, isReplayed }
    },
  }
}

/** Visible ids above the parameter, as contiguous runs: `1-5,7-9`. */
function runsAfter(source: Source, parameter: number): string {
  return `SELECT string_agg(concat(first, '-', last), ',' ORDER BY first) FROM (
    SELECT min(id) AS first, max(id) AS last FROM (
      SELECT id, id - row_number() OVER (ORDER BY id) AS run FROM (
        SELECT id FROM ${tableOf[source]} WHERE id > $${parameter} ORDER BY id LIMIT ${idsPerLook}) AS seen
    ) AS numbered GROUP BY run) AS runs`
}

const countOf = (runs: Run[]): number => runs.reduce((sum, { from, to }) => sum + Number(to - from) + 1, 0)

function readRuns(text: string | null): Run[] {
  if (!text) return []
  return text.split(',').map((run) => {
    const [from, to] = run.split('-').map(BigInt) as [bigint, bigint]
    return { from, to }
  })
}
