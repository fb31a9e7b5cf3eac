/**
 * Refuses writes while the disk of the embedded database is nearly full: reads continue, and no write fails halfway.
 * An external database monitors its own disk; its failures are outages like any other.
 */
import { statfsSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import * as HttpStatus from '#contract/statuses.ts'
import type { TextDeps } from '../deps.ts'
import { preferredLocale } from '../identity/index.ts'
import { answer } from '../kernel/http/errors.ts'
import { gauge } from '../kernel/http/metrics.ts'
import { faultWords } from '../reference/index.ts'

const reading = ['GET', 'HEAD', 'OPTIONS']
const checkEveryMs = 2_000
const mebibyte = 1024 ** 2

export function guardDisk(app: FastifyInstance, { settings, content, log }: TextDeps): void {
  const { minFreeDisk, dataDir, databaseUrl } = settings
  if (minFreeDisk === 0 || databaseUrl !== null) return
  gauge('fairhouse_disk_free_bytes', 'Free bytes on the disk of the database', () => readFree(dataDir) ?? 0)
  let checkedAt = -Infinity
  let isLow = false

  function check(): void {
    checkedAt = performance.now()
    const free = readFree(dataDir)
    const wasLow = isLow
    isLow = free !== null && free < minFreeDisk
    if (isLow && !wasLow) log.error({ freeMiB: Math.floor(free! / mebibyte) }, 'disk nearly full: refusing writes')
    if (!isLow && wasLow) log.warn('disk space available again: accepting writes')
  }

  app.addHook('onRequest', async (request, reply) => {
    if (reading.includes(request.method)) return
    if (performance.now() - checkedAt > checkEveryMs) check()
    if (!isLow) return
    const { status, body } = answer(
      HttpStatus.serviceUnavailable,
      'unavailable',
      faultWords(content, preferredLocale(request), 'unavailable'),
    )
    return reply.code(status).header('retry-after', '30').header('cache-control', 'no-store').send(body)
  })
}

/** Null if the folder does not exist yet or its file system cannot be queried. */
function readFree(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return null
  }
}
