/**
 * The edge limits: so many API requests, and so many pages, a minute from one address and from its block. Sign-in and codes have
 * stricter limits of their own, in the database.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Deps } from '../deps.ts'
import { addressOf, prefixOf } from './address-block.ts'
import { answer } from './errors.ts'

/** What a provider's block may ask for, in multiples of one address: many households share one. */
const blockFactor = 10

export function limitRate(app: FastifyInstance, { settings }: Pick<Deps, 'settings'>): void {
  const limiters = {
    api: limiterOf(settings.rateLimitPerMinute),
    // Apart from the site's own calls: whoever plays fast can still read the cashier.
    studio: limiterOf(settings.rateLimitPerMinute),
    page: limiterOf(settings.pageLimitPerMinute),
  }
  app.addHook('onRequest', async (request, reply) => {
    const kind = kindOf(request)
    if (!kind || (await limiters[kind](request.ip))) return
    const { status, body } = answer(429, 'rateLimited', 'Too many requests; wait a moment')
    reply.code(status).header('retry-after', '30').header('cache-control', 'no-store')
    // A game runs in a frame of no origin, which could not read the answer otherwise.
    if (kind === 'studio') reply.header('access-control-allow-origin', '*')
    return kind !== 'page' ? reply.send(body) : reply.type('text/plain; charset=utf-8').send(body.error.message)
  })
}

/**
 * By the route that was matched: `/%61pi/…` is decoded by then. Partners are known by their signature and may call as often as players
 * play; built files cost next to nothing.
 */
function kindOf({ routeOptions: { url } }: FastifyRequest): 'api' | 'studio' | 'page' | null {
  if (url?.startsWith('/studio/api/')) return 'studio'
  if (url?.startsWith('/api/')) return url.startsWith('/api/partners/') ? null : 'api'
  return url === '/*' ? 'page' : null
}

/** Whether one more request is within the limits; 0 turns them off. */
function limiterOf(points: number): (ip: string) => Promise<boolean> {
  if (points === 0) return async () => true
  const address = new RateLimiterMemory({ points, duration: 60 })
  const block = new RateLimiterMemory({ points: points * blockFactor, duration: 60 })
  return async (ip) => {
    try {
      await address.consume(addressOf(ip))
      await block.consume(prefixOf(ip))
      return true
    } catch {
      return false
    }
  }
}
