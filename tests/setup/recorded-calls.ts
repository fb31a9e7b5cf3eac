/** Records the calls of a signed-in page in German; each gets the response that the test sets. */
import { afterEach, beforeEach, vi } from 'vitest'
import { onSessionChange, type SessionChange } from '#web/api/session.ts'

export function recordedCalls() {
  const calls: Array<{ url: string; init: RequestInit }> = []
  const changes: SessionChange[] = []
  let stop = () => {}
  beforeEach(() => {
    calls.length = 0
    changes.length = 0
    stop = onSessionChange((change) => changes.push(change))
    vi.stubGlobal('location', { protocol: 'http:' })
    vi.stubGlobal('document', { cookie: 'access_token=abc', documentElement: { lang: 'de' } })
  })
  afterEach(() => {
    stop()
    vi.unstubAllGlobals()
  })
  function answer(status: number, body: unknown): void {
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      calls.push({ url, init })
      return new Response(JSON.stringify(body), { status })
    })
  }
  return { calls, changes, answer }
}
