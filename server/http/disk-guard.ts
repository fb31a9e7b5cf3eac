/**
 * Refuses writes while the disk of the house's own database is nearly full: what stands can be read on, and nothing ends half written.
 * An outside database watches its own disk; its refusals are outages like any other.
 */
import { statfsSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { answer } from './errors.ts'
import { gauge } from './metrics.ts'

const reading = ['GET', 'HEAD', 'OPTIONS']
const lookEveryMs = 2_000
const mebibyte = 1024 ** 2

export function guardDisk(app: FastifyInstance, { settings, log }: Pick<Deps, 'settings' | 'log'>): void {
  const { minFreeDisk, dataDir, databaseUrl } = settings
  if (minFreeDisk === 0 || databaseUrl !== null) return
  gauge('fairhouse_disk_free_bytes', 'Free bytes on the disk of the database', () => readFree(dataDir) ?? 0)
  let lookedAt = -Infinity
  let isLow = false

  function look(): void {
    lookedAt = performance.now()
    const free = readFree(dataDir)
    const wasLow = isLow
    isLow = free !== null && free < minFreeDisk
    if (isLow && !wasLow)
      log.error({ freeMiB: Math.floor(free! / mebibyte) }, 'the disk is nearly full: writes are refused')
    if (!isLow && wasLow) log.warn('there is room on the disk again: writes are taken')
  }

  app.addHook('onRequest', async (request, reply) => {
    if (reading.includes(request.method)) return
    if (performance.now() - lookedAt > lookEveryMs) look()
    if (!isLow) return
    const { status, body } = answer(503, 'unavailable', 'Not available at the moment; try again shortly')
    return reply.code(status).header('retry-after', '30').header('cache-control', 'no-store').send(body)
  })
}

/** Null where the folder is not there yet or cannot be asked about. */
function readFree(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return null
  }
}
