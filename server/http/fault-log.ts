/** Logs failed requests, each kind of failure a few times a minute. */
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../deps.ts'
import { limitLines } from './line-limit.ts'

export function createFaultLog(clock: Clock): (request: FastifyRequest, error: Error) => void {
  const suppressedBefore = limitLines(clock)
  return (request, error) => {
    const suppressed = suppressedBefore(kindOf(request, error))
    if (suppressed === null) return
    const where = { method: request.method, url: request.url.split('?')[0]!.slice(0, 256) }
    request.log.error({ err: error, ...where, ...(suppressed > 0 ? { suppressed } : {}) }, 'request failed')
  }
}

function kindOf({ method, routeOptions }: FastifyRequest, error: Error): string {
  return `${method} ${routeOptions?.url ?? ''} ${error.name} ${'code' in error ? String(error.code) : ''}`
}
