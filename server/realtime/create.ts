/** The realtime server of this process, which learns of sessions that any process closes through the outbox. */
import type { Logger } from 'pino'
import type { Clock } from '../deps.ts'
import type { Settings } from '../settings.ts'
import type { TokenCheck } from './commands.ts'
import type { Identity } from './connection.ts'
import { createLocalRealtime } from './local.ts'
import type { Realtime } from './realtime.ts'
import { readSessionClosed, sessionChannel } from './session-closed.ts'

export type RealtimeNeeds = {
  settings: Pick<Settings, 'publicUrl' | 'realtimeOrigins' | 'trustProxy' | 'socketsPerAddress'>
  clock: Clock
  log: Pick<Logger, 'error'>
  /** The token's identity; null if it is expired, forged, or of a closed session. */
  checkSession: (token: string) => Promise<Identity | null>
}

export function createRealtime({ settings, clock, log, checkSession }: RealtimeNeeds): Realtime {
  const onError = (error: unknown): void => log.error({ err: error }, 'realtime failed')
  const now = (): number => clock.now().getTime()
  const allowedOrigins = [new URL(settings.publicUrl).origin, ...settings.realtimeOrigins]
  const { trustProxy, socketsPerAddress } = settings
  const local = createLocalRealtime({
    verifyToken: notifyExpired(checkSession, now),
    allowedOrigins,
    trustProxy,
    limits: { maxOfAddress: socketsPerAddress || Infinity },
    now,
    onError,
  })
  return {
    ...local,
    publish(channel, data) {
      if (channel === sessionChannel) local.closeSession(readSessionClosed(data))
      else local.publish(channel, data)
    },
  }
}

/**
 * A client with an expired token is asked for a fresh one. The expiry is not verified, and need not be: it only
 * selects the refusal.
 */
export function notifyExpired(checkSession: RealtimeNeeds['checkSession'], now: () => number): TokenCheck {
  return async (token) => (await checkSession(token)) ?? (claimsExpired(token, now()) ? 'expired' : null)
}

function claimsExpired(token: string, nowMs: number): boolean {
  try {
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp?: unknown }
    return typeof exp === 'number' && exp * 1000 <= nowMs
  } catch {
    return false
  }
}
