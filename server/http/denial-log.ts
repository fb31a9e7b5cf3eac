/**
 * Logs calls that were denied for lack of a session or permission, for a wrong signature, or because their subject does
 * not exist or is not the caller's. Lines are limited by player or address, so that one caller cannot hide others.
 */
import type { FastifyRequest } from 'fastify'
import type { Endpoint, ErrorReply } from '#contract/endpoint.ts'
import * as HttpStatus from '#contract/statuses.ts'
import type { Caller, Clock } from '../deps.ts'
import { limitLines } from './line-limit.ts'

const denied = new Set<number>([HttpStatus.unauthorized, HttpStatus.forbidden, HttpStatus.notFound])

export type RecordDenial = (
  request: FastifyRequest,
  endpoint: Endpoint,
  caller: Caller,
  answer: { status: number; body: unknown },
) => void

export function createDenialLog(clock: Clock): RecordDenial {
  const suppressedBefore = limitLines(clock)
  return (request, { method, path, access }, { player, ip }, { status, body }) => {
    if (!denied.has(status) || (access === 'public' && status === HttpStatus.notFound)) return
    const suppressed = suppressedBefore(player?.id ?? ip)
    if (suppressed === null) return
    const { name } = (body as ErrorReply).error
    const who = { ip, ...(player && { player: player.id, session: player.sessionId }) }
    request.log.warn(
      { method, path, status, refusal: name, ...who, ...(suppressed > 0 ? { suppressed } : {}) },
      'call denied',
    )
  }
}
