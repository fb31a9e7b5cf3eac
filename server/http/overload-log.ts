/**
 * Logs requests that are refused because too many are in progress: the first of a route, and then once a minute the
 * number refused since the previous line.
 */
import type { FastifyRequest } from 'fastify'
import type { KernelDeps } from '../deps.ts'

const intervalMs = 60_000

export type RecordOverload = (request: FastifyRequest) => void

export function createOverloadLog({ clock, log }: KernelDeps): RecordOverload {
  const lines = new Map<string, { at: number; refused: number }>()
  return ({ routeOptions: { url = 'none' } }) => {
    const now = clock.now().getTime()
    const last = lines.get(url)
    if (last && now - last.at < intervalMs) {
      last.refused++
      return
    }
    log.warn({ route: url, refused: (last?.refused ?? 0) + 1 }, 'requests refused for overload')
    lines.set(url, { at: now, refused: 0 })
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Absent from servers that tests build without `createApp`. */
    recordOverload?: RecordOverload
  }
}
