/** Gauges of the consumers, read from the database: every process reports the same values. */
import type { Database } from '../db/connect.ts'
import { gaugeOfEach } from '../http/metrics.ts'
import { listConsumers } from './administer.ts'

export function measureConsumers(db: Database): void {
  const each = async (read: (state: Awaited<ReturnType<typeof listConsumers>>[number]) => number) =>
    new Map((await listConsumers(db)).map((state) => [state.name, read(state)]))
  gaugeOfEach(
    'fairhouse_consumer_lag_seconds',
    'How long the first fact or movement that a consumer has not applied has waited',
    'consumer',
    () => each(({ sources }) => Math.max(...sources.map(({ lagSeconds }) => lagSeconds))),
  )
  gaugeOfEach(
    'fairhouse_consumer_stopped',
    '1 where a consumer is stopped at a fact or movement that it cannot apply',
    'consumer',
    () => each(({ stopped }) => (stopped ? 1 : 0)),
  )
}
