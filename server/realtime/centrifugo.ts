/**
 * Realtime over a Centrifugo cluster: publications and disconnects are sent to its HTTP API. The browser client, the
 * channels and the tokens (HS256, `sub` = player id) are the same as with the in-process server.
 */
import { type Publication, sessionCheck } from '#contract/channels.ts'
import type { Realtime } from './realtime.ts'

export type CentrifugoOptions = {
  /** Address of the HTTP API: `http://centrifugo:8000/api`. */
  url: string
  apiKey: string
  onError: (error: unknown) => void
  timeoutMs?: number
}

class CentrifugoRefusal extends Error {
  override name = 'CentrifugoRefusal'
}

export function createCentrifugoRealtime(options: CentrifugoOptions): Realtime {
  /**
   * The last pending publication of each channel: order is preserved within a channel, and channels do not wait for
   * each other.
   */
  const pending = new Map<string, Promise<void>>()
  const disconnects: Record<number, number> = {}
  let publications = 0

  function publish(channel: string, data: Publication): Promise<void> {
    publications += 1
    // The relay repeats a failed publication and all that follow it.
    const before = pending.get(channel) ?? Promise.resolve()
    const published = before.then(() => call(options, 'publish', { channel, data }))
    pending.set(channel, published)
    const clear = (): void => {
      if (pending.get(channel) === published) pending.delete(channel)
    }
    published.then(clear, clear)
    return published
  }

  /**
   * Ends all connections of the player, because a cluster knows no sessions: each page reconnects and checks its own
   * session.
   */
  async function closeSession(_sessionId: string, playerId: string): Promise<void> {
    await call(options, 'disconnect', { user: playerId, disconnect: sessionCheck })
    disconnects[sessionCheck.code] = (disconnects[sessionCheck.code] ?? 0) + 1
  }

  return {
    attach() {},
    publish,
    closeSession: (sessionId, playerId) => void closeSession(sessionId, playerId).catch(options.onError),
    stats: () => ({
      online: 0,
      sockets: 0,
      channels: pending.size,
      publications,
      deliveries: 0,
      disconnects: { ...disconnects },
    }),
    close: async () => void (await Promise.allSettled(pending.values())),
  }
}

/** Centrifugo answers 200 with an `error` member if it refuses a call. */
async function call(
  { url, apiKey, timeoutMs = 5_000 }: CentrifugoOptions,
  method: string,
  body: object,
): Promise<void> {
  const answer = await fetch(`${url.replace(/\/$/, '')}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const reply = (await answer.json().catch(() => null)) as { error?: { code: number; message: string } } | null
  if (!answer.ok || !reply) throw new CentrifugoRefusal(`Centrifugo answered ${method} with status ${answer.status}`)
  if (reply.error)
    throw new CentrifugoRefusal(`Centrifugo refused ${method}: ${reply.error.code} ${reply.error.message}`)
}
