/** The edge limit: so many API requests a minute from one address. Sign-in and codes have stricter limits of their own, in the database. */
import type { FastifyInstance } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Deps } from '../deps.ts'
import { answer } from './errors.ts'

export function limitRate(app: FastifyInstance, deps: Deps): void {
  const points = deps.settings.rateLimitPerMinute
  if (points === 0) return
  const limiter = new RateLimiterMemory({ points, duration: 60 })
  app.addHook('onRequest', async (request, reply) => {
    // Partners are known by their signature and may call as often as players play.
    if (!request.url.startsWith('/api/') || request.url.startsWith('/api/partners/')) return
    try {
      await limiter.consume(request.ip)
    } catch {
      const { status, body } = answer(429, 'rateLimited', 'Too many requests; wait a moment')
      return reply.code(status).header('retry-after', '30').send(body)
    }
  })
}
