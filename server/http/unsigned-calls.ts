/**
 * Limits calls to partners' addresses without a valid signature, by turn of the event loop and by address and minute.
 * Signed calls are never counted, so that nobody can use up a partner's limit.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as HttpStatus from '#contract/statuses.ts'
import type { Deps } from '../deps.ts'
import { preferredLocale } from '../identity/index.ts'
import { answer, type HttpAnswer } from '../kernel/http/errors.ts'
import { limiterOf, refusalsPerTurn } from './rate-limit.ts'
import { faultWords } from '../reference/index.ts'
import { Turns } from './turns.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Waits for the call's turn. Returns the answer if the call exceeds the limit, otherwise null. */
    limitUnsigned(request: FastifyRequest, reply: FastifyReply): Promise<HttpAnswer | null>
  }
}

export function limitUnsignedCalls(app: FastifyInstance, { settings, content, callLimits }: Deps): void {
  const isWithin = limiterOf(callLimits, 'unsigned', settings.rateLimitPerMinute)
  const turns = new Turns(refusalsPerTurn)
  app.decorate('limitUnsigned', async (request: FastifyRequest, reply: FastifyReply) => {
    await turns.take()
    if (await isWithin(request.address)) return null
    reply.header('retry-after', '30')
    const words = faultWords(content, preferredLocale(request), 'rateLimited')
    return answer(HttpStatus.tooManyRequests, 'rateLimited', words)
  })
}
