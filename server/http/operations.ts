/** Metrics, for operators and monitoring. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { timingSafeEqual } from 'node:crypto'
import * as HttpStatus from '#contract/statuses.ts'
import type { Deps } from '../deps.ts'
import { watchCountries } from '../kernel/http/geo.ts'
import { gauge, registry } from '../kernel/http/metrics.ts'

export function mountOperations(app: FastifyInstance, deps: Deps): void {
  gauge('fairhouse_realtime_connections', 'Open realtime connections', () => deps.realtime.stats().sockets)
  gauge(
    'fairhouse_database_connections_waiting',
    'Requests waiting for a database connection',
    () => deps.db.pool.waitingCount,
  )
  gauge(
    'fairhouse_database_deadlocks',
    'Transactions that the database aborted because of a deadlock: 0 while locks are taken in order',
    async () => {
      const { rows } = await deps.db.pool.query<{ deadlocks: bigint }>(
        'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
      )
      return Number(rows[0]!.deadlocks)
    },
  )

  const areCountriesKnown = watchCountries(app, deps)
  gauge(
    'fairhouse_country_source',
    "1 while the countries of visitors arrive, 0 without a source or while the proxy's requests name none",
    () => (areCountriesKnown() ? 1 : 0),
  )

  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, deps.settings.metricsToken))
      return reply.code(HttpStatus.notFound).send({ error: { name: 'notFound', message: 'Page Not Found' } })
    return reply.header('content-type', registry.contentType).send(await registry.metrics())
  })
}

function mayReadMetrics(request: FastifyRequest, token: string | null): boolean {
  if (token === null) return ['127.0.0.1', '::1'].includes(request.address)
  const received = Buffer.from(request.headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return received.length === expected.length && timingSafeEqual(received, expected)
}
