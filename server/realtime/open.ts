/** Chooses who holds the connections: this process, or the Centrifugo cluster that the settings name. */
import type { Logger } from 'pino'
import type { Clock } from '../deps.ts'
import type { Settings } from '../settings.ts'
import { createCentrifugoRealtime } from './centrifugo.ts'
import type { TokenCheck } from './commands.ts'
import { createLocalRealtime } from './local.ts'
import type { Realtime } from './realtime.ts'

export type RealtimeNeeds = {
  settings: Pick<Settings, 'centrifugo' | 'publicUrl' | 'realtimeOrigins'>
  clock: Clock
  log: Pick<Logger, 'error'>
  verifyToken: TokenCheck
  playerOfSession(sessionId: string): Promise<string | null>
}

export function openRealtime({ settings, clock, log, verifyToken, playerOfSession }: RealtimeNeeds): Realtime {
  const onError = (error: unknown): void => log.error({ err: error }, 'realtime failed')
  if (settings.centrifugo) return createCentrifugoRealtime({ ...settings.centrifugo, playerOfSession, onError })
  const allowedOrigins = [new URL(settings.publicUrl).origin, ...settings.realtimeOrigins]
  return createLocalRealtime({ verifyToken, allowedOrigins, now: () => clock.now().getTime(), onError })
}
