/**
 * What a process has in memory is read anew when the outbox announces a change of it. A newer build may have stored what
 * this one cannot read: it keeps what it has, because every later event, such as a balance, would wait for the reading.
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
