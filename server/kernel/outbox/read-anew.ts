/**
 * Reads data in memory again when the outbox announces a change. If a newer build has stored data that this one cannot
 * read, the former data are kept: otherwise every later event, such as a balance, would wait for the reading.
 */
import type { Logger } from 'pino'
import { isOutage } from '../http/errors.ts'

export async function readAnew(log: Pick<Logger, 'error'>, what: string, read: () => Promise<void>): Promise<void> {
  try {
    await read()
  } catch (error) {
    if (isOutage(error)) throw error
    log.error({ err: error, what }, 'a change cannot be read by this build: what was in force before stays so here')
  }
}
