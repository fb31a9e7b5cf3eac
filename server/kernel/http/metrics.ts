/** Prometheus metrics of this process: requests, event loop, money and realtime. */
import type { FastifyInstance } from 'fastify'
import type { Ledger, PostResult } from '../../ledger/index.ts'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export const registry = new Registry()
// Measures event-loop lag with a timer, which by default wakes an idle process 100 times a second.
collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 200 })

const duration = new Histogram({
  name: 'fairhouse_http_request_seconds',
  help: 'Time to answer, by route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [registry],
})

const movements = new Counter({
  name: 'fairhouse_ledger_movements_total',
  help: 'Movements by kind and outcome',
  labelNames: ['kind', 'outcome'],
  registers: [registry],
})

/**
 * Counts the ledger's results. A movement inside a longer transaction is counted when it is written, not when the
 * transaction commits.
 */
export function countMovements(ledger: Ledger): Ledger {
  const count = (kind: string, result: PostResult): PostResult => {
    movements.inc({ kind, outcome: result.ok ? (result.value.isReplay ? 'replayed' : 'posted') : result.refusal })
    return result
  }
  return {
    ...ledger,
    post: async (movement) => count(movement.kind, await ledger.post(movement)),
    async postRound(bet, win) {
      const posted = await ledger.postRound(bet, win)
      return [count(bet.kind, posted[0]), count(win.kind, posted[1])]
    },
    postIn: async (tx, movement) => count(movement.kind, await ledger.postIn(tx, movement)),
    async postAllIn(tx, several) {
      const posted = await ledger.postAllIn(tx, several)
      return posted.map((result, index) => count(several[index]!.kind, result))
    },
  }
}

/** Registers a gauge that is read when metrics are scraped. */
export function gauge(name: string, help: string, read: () => number | Promise<number>): void {
  registry.removeSingleMetric(name)
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set(await read())
    },
  })
}

/** Like `gauge`, with one value for each value of the label. */
export function gaugeOfEach(name: string, help: string, label: string, read: () => Promise<Map<string, number>>): void {
  registry.removeSingleMetric(name)
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      this.reset()
      for (const [value, count] of await read()) this.set({ [label]: value }, count)
    },
  })
}

export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    duration.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
  })
}
