/**
 * Logs failed requests, each kind of failure a few times a minute, so that a flood of failures cannot fill the disk.
 */
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../deps.ts'

const windowMs = 60_000
const linesPerWindow = 10
/** Number of kinds tracked separately; further kinds share one counter. */
const maxKinds = 200

type Window = { startedAt: number; lines: number; suppressed: number }

export function createFaultLog(clock: Clock): (request: FastifyRequest, error: Error) => void {
  const windows = new Map<string, Window>()
  return (request, error) => {
    const now = clock.now().getTime()
    const window = windowOf(windows, kindOf(request, error), now)
    if (now - window.startedAt >= windowMs) Object.assign(window, { startedAt: now, lines: 0 })
    if (window.lines >= linesPerWindow) {
      window.suppressed++
      return
    }
    window.lines++
    const { suppressed } = window
    window.suppressed = 0
    const where = { method: request.method, url: request.url.split('?')[0]!.slice(0, 256) }
    request.log.error({ err: error, ...where, ...(suppressed > 0 ? { suppressed } : {}) }, 'request failed')
  }
}

function kindOf({ method, routeOptions }: FastifyRequest, error: Error): string {
  return `${method} ${routeOptions?.url ?? ''} ${error.name} ${'code' in error ? String(error.code) : ''}`
}

function windowOf(windows: Map<string, Window>, kind: string, now: number): Window {
  const key = windows.has(kind) || windows.size < maxKinds ? kind : 'other'
  const window = windows.get(key) ?? { startedAt: now, lines: 0, suppressed: 0 }
  windows.set(key, window)
  return window
}
