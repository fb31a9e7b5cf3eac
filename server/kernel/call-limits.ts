/**
 * Counts calls by minute: in this process, or with REDIS_URL in a store that all processes of a site share, so that a
 * limit does not grow with their number.
 */
import { createClient } from '@redis/client'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RLWrapperTimeouts } from 'rate-limiter-flexible'

export type CallLimits = {
  /**
   * Counts a call of a key, such as an address, and resolves to whether it is within the limit. `name` tells limits
   * apart; 0 calls a minute means no limit.
   */
  perMinute(name: string, calls: number): (key: string) => Promise<boolean>
  close(): Promise<void>
}

type Log = { warn(text: string): void; info(text: string): void }

/** A store that does not answer in this time is away: calls are counted in this process until it answers. */
const answerMs = 250
const quietMs = 1_000

export function limitsInMemory(): CallLimits {
  return {
    perMinute: (_name, points) => limiterOver(points, () => new RateLimiterMemory({ points, duration: 60 })),
    close: async () => undefined,
  }
}

/** Resolves once connected. Throws if the store cannot be reached at the start; a later outage ends nothing. */
export async function limitsInRedis(url: string, log: Log): Promise<CallLimits> {
  let isStarted = false
  let isAway = false
  const client = createClient({
    url,
    disableOfflineQueue: true,
    // A stopped server keeps its connections open, and only its silence shows.
    pingInterval: quietMs,
    socket: {
      connectTimeout: quietMs,
      socketTimeout: 3 * quietMs,
      reconnectStrategy: (retries, error) => (isStarted ? Math.min(100 * 2 ** retries, 2_000) : error),
    },
  })
  client.on('error', (error: Error) => {
    if (isStarted && !isAway) log.warn(`REDIS_URL does not answer (${error.message}): each process counts calls alone`)
    isAway = true
  })
  client.on('ready', () => {
    if (isStarted && isAway) log.info('REDIS_URL answers again')
    isAway = false
  })
  await client.connect().catch((error: Error) => {
    throw new Error(`REDIS_URL: cannot connect to ${withoutPassword(url)}: ${error.message}`)
  })
  isStarted = true
  return {
    perMinute: (name, points) =>
      limiterOver(points, () => {
        const limiter = new RateLimiterRedis({
          storeClient: client,
          useRedisPackage: true,
          keyPrefix: `fairhouse:calls:${name}`,
          points,
          duration: 60,
          // Further calls of a key that is over its limit are refused without asking, so that a flood stays cheap.
          inMemoryBlockOnConsumed: points + 1,
          rejectIfRedisNotReady: true,
        })
        const insuranceLimiter = new RateLimiterMemory({ points, duration: 60 })
        return new RLWrapperTimeouts({ limiter, timeoutMs: answerMs, insuranceLimiter })
      }),
    close: async () => client.destroy(),
  }
}

function limiterOver(points: number, make: () => RateLimiterAbstract): (key: string) => Promise<boolean> {
  if (points === 0) return async () => true
  const limiter = make()
  return (key) =>
    limiter.consume(key).then(
      () => true,
      () => false,
    )
}

function withoutPassword(url: string): string {
  const shown = new URL(url)
  shown.password = ''
  return shown.toString()
}
