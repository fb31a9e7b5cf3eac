/**
 * Reports whether this process takes calls. The check for proxies omits the database, whose outage would take all
 * processes out of rotation at once; the check for monitoring includes it.
 *
 * A proxy notices only at its next check that a process has closed, and loses the calls that it sends meanwhile. So a
 * leaving process answers the check with 404 for some seconds, but every call as before, and each answer ends its
 * connection. At 404 with `disable-on-404`, HAProxy lets the calls under way end; at 503 it would cut them.
 */
import type { FastifyInstance } from 'fastify'
import * as HttpStatus from '#contract/statuses.ts'
import { ReadinessCheck } from '../kernel/db/readiness.ts'
import type { KernelDeps } from '../deps.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Tells proxies to send their calls elsewhere from now on. Calls that arrive are still answered. */
    leave(): void
  }
}

export function mountHealth(app: FastifyInstance, { db }: KernelDeps): void {
  let isLeaving = false
  app.decorate('leave', () => {
    isLeaving = true
  })
  // A connection that is kept open might be closed just when its proxy sends another call.
  app.addHook('onRequest', async (_request, reply) => {
    if (isLeaving) reply.header('connection', 'close')
  })
  // 404 rather than 503: with `disable-on-404`, HAProxy sends nothing more but lets calls in progress end.
  app.get('/healthz', async (_request, reply) =>
    reply
      .code(isLeaving ? HttpStatus.notFound : HttpStatus.ok)
      .header('cache-control', 'no-store')
      .send({ status: isLeaving ? 'leaving' : 'serving' }),
  )
  const readiness = new ReadinessCheck(db)
  app.addHook('onClose', () => readiness.close())
  app.get('/readyz', async (_request, reply) => {
    const answer = isLeaving ? { status: 'leaving' } : await readiness.read()
    return reply
      .code(answer.status === 'ready' ? HttpStatus.ok : HttpStatus.serviceUnavailable)
      .header('cache-control', 'no-store')
      .send(answer)
  })
}
