/** Work that waits for an operator. Each module declares its own; two gauges report all of it. */
import type { RawBuilder } from 'kysely'
import type { KernelDeps } from '../deps.ts'
import { gaugeOfEach } from './http/metrics.ts'

export type Queue = {
  /** The first word of the operator command for this work, if there is one. */
  name: string
  /** Selects one row: the number that wait, and since when the longest-waiting one does. */
  query: RawBuilder<{ waiting: number; since: Date | null }>
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
