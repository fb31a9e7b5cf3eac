/**
 * The edge limits: API requests and pages per minute from one address and from its block. Sign-in and codes have
 * stricter limits of their own, in the database.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as HttpStatus from '#contract/statuses.ts'
import type { Deps } from '../deps.ts'
import type { CallLimits } from '../kernel/call-limits.ts'
import { entrancePlaces } from './page/entrance-paths.ts'
import { addressOf, prefixOf } from '../kernel/http/address-block.ts'
import { preferredLocale } from '../identity/index.ts'
import { answer } from '../kernel/http/errors.ts'
import { faultWords } from '../reference/index.ts'
import { Turns } from './turns.ts'

/** A provider's block is allowed this multiple of one address's limit, because many households share it. */
const blockFactor = 10
/** Refusals are answered at a limited pace, so that a flood does not delay other calls, such as bets. */
export const refusalsPerTurn = 8

export function limitRate(
  app: FastifyInstance,
  { settings, content, callLimits }: Pick<Deps, 'settings' | 'content' | 'callLimits'>,
): void {
  const limiters = {
    api: limiterOf(callLimits, 'api', settings.rateLimitPerMinute),
    // Separate from the site's own calls, so that a fast player can still open the cashier.
    studio: limiterOf(callLimits, 'studio', settings.rateLimitPerMinute),
    page: limiterOf(callLimits, 'page', settings.pageLimitPerMinute),
  }
  const turns = new Turns(refusalsPerTurn)
  app.addHook('onRequest', async (request, reply) => {
    const kind = kindOf(request)
    if (!kind || (await limiters[kind](request.address))) return
    await turns.take()
    const { status, body } = answer(
      HttpStatus.tooManyRequests,
      'rateLimited',
      faultWords(content, preferredLocale(request), 'rateLimited'),
    )
    reply.code(status).header('retry-after', '30').header('cache-control', 'no-store')
    // A game runs in a frame with an opaque origin, which otherwise could not read the response.
    if (kind === 'studio') reply.header('access-control-allow-origin', '*')
    return kind !== 'page' ? reply.send(body) : reply.type('text/plain; charset=utf-8').send(body.error.message)
  })
}

/**
 * The kind depends on the matched route, because addresses such as `/%61pi/…` are decoded by then. Partners are
 * authenticated by signature and call as often as players play (for unsigned calls see unsigned-calls.ts); built files
 * cost almost nothing.
 */
function kindOf({ routeOptions: { url } }: FastifyRequest): 'api' | 'studio' | 'page' | null {
  if (url?.startsWith('/studio/api/')) return 'studio'
  if (url?.startsWith('/api/')) return url.startsWith('/api/partners/') ? null : 'api'
  return url === '/*' || (url && entrancePlaces.has(url)) ? 'page' : null
}

/** True if one more request from this address is within the limits of the address and of its block. */
export function limiterOf(limits: CallLimits, name: string, perMinute: number): (ip: string) => Promise<boolean> {
  const isAddressWithin = limits.perMinute(name, perMinute)
  const isBlockWithin = limits.perMinute(`${name}-block`, perMinute * blockFactor)
  return async (ip) => (await isAddressWithin(addressOf(ip))) && (await isBlockWithin(prefixOf(ip)))
}
