/**
 * Whether this process takes calls. Proxies ask without the database, which would take all processes out of rotation at
 * once; monitoring asks with it.
 */
import type { FastifyInstance } from 'fastify'
import * as HttpStatus from '#contract/statuses.ts'
import { ReadinessCheck } from '../kernel/db/readiness.ts'
import type { KernelDeps } from '../deps.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on proxies are told to send their calls elsewhere; calls are answered as before. */
    leave(): void
  }
}

export function mountHealth(app: FastifyInstance, { db }: KernelDeps): void {
  let isLeaving = false
  app.decorate('leave', () => {
    isLeaving = true
  })
  // A connection that is kept would be closed at the moment when its proxy sends another call.
  app.addHook('onRequest', async (_request, reply) => {
    if (isLeaving) reply.header('connection', 'close')
  })
  // 404 and not 503: with `disable-on-404`, HAProxy sends nothing more and lets calls under way end.
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
