// Plays one round over an unreliable network: repeats the request with the same play id until the studio answers.

import type { ActRequest, PlayReply, PlayRequest } from '#games/studio-api.ts'
import { StudioFailure, type Studio } from './api.ts'
import { wait } from './timing.ts'

/** Failures after which the bet may exist although no answer arrived: only a repeated request shows it. */
const unsettled = new Set(['offline', 'internal', 'playInFlight'])

export type Connection = (state: 'lost' | 'back') => void

/**
 * Resolves with a round that is settled, cancelled or being played. Throws a StudioFailure if the studio refused and
 * took nothing.
 */
export function playUntilSettled(
  studio: Studio,
  request: PlayRequest,
  onConnection: Connection,
  pause = wait,
): Promise<PlayReply> {
  return askUntilKnown(() => studio.play(request), onConnection, pause)
}

/** Resolves once the studio has accepted the act. Throws a StudioFailure if it refused; the round is then unchanged. */
export function actUntilKnown(
  studio: Studio,
  request: ActRequest,
  onConnection: Connection,
  pause = wait,
): Promise<PlayReply> {
  return askUntilKnown(() => studio.act(request), onConnection, pause)
}

async function askUntilKnown(
  ask: () => Promise<PlayReply>,
  onConnection: Connection,
  pause: (ms: number) => Promise<void>,
): Promise<PlayReply> {
  let isLost = false
  for (let attempt = 0; ; attempt++) {
    try {
      const reply = await ask()
      if (isLost) onConnection('back')
      isLost = false
      if (reply.round.status !== 'open') return reply
      await pause(600)
    } catch (error) {
      if (!(error instanceof StudioFailure)) throw error
      if (error.failure === 'tooFast') {
        await pause(error.retryAfterMs ?? 1_000)
        continue
      }
      if (!unsettled.has(error.failure)) {
        if (isLost) onConnection('back')
        throw error
      }
      if (!isLost && error.failure !== 'playInFlight') onConnection('lost')
      isLost ||= error.failure !== 'playInFlight'
      await pause(Math.min(8_000, 500 * 2 ** Math.min(attempt, 5)))
    }
  }
}
