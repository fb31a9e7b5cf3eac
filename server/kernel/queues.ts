/** Work that waits for an operator. Each module declares its own; two gauges report all of it. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { KernelDeps } from '../deps.ts'
import type { Tables } from './db/tables.ts'
import { gaugeOfEach } from './http/metrics.ts'

export type Queue = {
  /** Such as `withdrawals`: a label of the gauges. */
  name: string
  /** Selects one row: the number that wait, and since when the longest-waiting one does. */
  query: RawBuilder<{ waiting: number; since: Date | null }>
}

/** What waits, the next one first, and the times that the last 50 decided ones waited. */
export type QueueFigures = { waiting: Array<{ id: string; since: Date }>; count: number; decidedAfterMs: number[] }
type FiguresOf = {
  /** Selects `id` (text) and `since` of what waits. */
  waiting: RawBuilder<unknown>
  /** In which order its list shows them. */
  order?: RawBuilder<unknown>
  /** Selects `since` and `decided_at` of the last 50 that a person decided. */
  decided: RawBuilder<{ since: Date; decided_at: Date }>
}

const mostIds = 500

export async function readFigures(
  db: Kysely<Tables>,
  { waiting, order = sql`since, id`, decided }: FiguresOf,
): Promise<QueueFigures> {
  const [first, last] = await Promise.all([
    sql<{ id: string; since: Date; count: number }>`
      SELECT id, since, count(*) OVER ()::int AS count FROM (${waiting}) AS waiting
      ORDER BY ${order} LIMIT ${mostIds}`.execute(db),
    decided.execute(db),
  ])
  return {
    waiting: first.rows.map(({ id, since }) => ({ id, since })),
    count: first.rows[0]?.count ?? 0,
    decidedAfterMs: last.rows.map((row) => row.decided_at.getTime() - row.since.getTime()),
  }
}

export function measureQueues({ db, clock }: KernelDeps, queues: readonly Queue[]): void {
  const read = async (figure: (row: { waiting: number; since: Date | null }) => number) => {
    const figures = queues.map(async ({ name, query }): Promise<[string, number]> => {
      const { rows } = await query.execute(db.kysely)
      return [name, figure(rows[0]!)]
    })
    return new Map(await Promise.all(figures))
  }
  gaugeOfEach('fairhouse_waiting_for_operator', 'Work that waits for a person, by queue', 'queue', () =>
    read(({ waiting }) => waiting),
  )
  gaugeOfEach(
    'fairhouse_waiting_for_operator_oldest_seconds',
    'Since the longest waiting of it waits, by queue',
    'queue',
    () => read(({ since }) => (since ? (clock.now().getTime() - since.getTime()) / 1000 : 0)),
  )
}
