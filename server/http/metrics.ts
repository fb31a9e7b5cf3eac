/** Prometheus metrics of this process: requests, event loop, money and realtime. */
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export const registry = new Registry()
collectDefaultMetrics({ register: registry })

const duration = new Histogram({
  name: 'fairhouse_http_request_seconds',
  help: 'Time to answer, by route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [registry],
})

export const movementsPosted = new Counter({
  name: 'fairhouse_ledger_movements_total', help: 'Movements by kind and outcome', labelNames: ['kind', 'outcome'], registers: [registry],
})

/** Registers a gauge that is read when metrics are scraped. */
export function gauge(name: string, help: string, read: () => number | Promise<number>): void {
  registry.removeSingleMetric(name)
  new Gauge({ name, help, registers: [registry], async collect() { this.set(await read()) } })
}

export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    duration.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
  })
}
