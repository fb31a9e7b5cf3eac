// Calls to the studio. The page has an opaque origin and only its launch token from the URL.

import * as HttpStatus from '#contract/statuses.ts'
import type {
  ActRequest,
  PlayReply,
  PlayRequest,
  SeedsReply,
  SeedsRequest,
  StudioError,
  StudioErrorName,
  StudioSession,
  TableReply,
} from '#games/studio-api.ts'

/** `offline` means that no answer arrived. */
export type FailureName = StudioErrorName | 'offline'

export class StudioFailure extends Error {
  readonly failure: FailureName
  readonly retryAfterMs: number | undefined

  constructor(failure: FailureName, retryAfterMs?: number) {
    super(failure)
    this.failure = failure
    this.retryAfterMs = retryAfterMs
  }
}

export type Studio = {
  session(): Promise<StudioSession>
  play(request: PlayRequest): Promise<PlayReply>
  act(request: ActRequest): Promise<PlayReply>
  seeds(request: SeedsRequest): Promise<SeedsReply>
  table(): Promise<TableReply>
}

/** A seed that nobody but this page knows. */
export function newClientSeed(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function studioAt(base: string, token: string): Studio {
  const firstSeed = newClientSeed()
  async function call<Reply>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Reply> {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      credentials: 'omit',
      signal: AbortSignal.timeout(15_000),
    }).catch(() => {
      throw new StudioFailure('offline')
    })
    const content: unknown = await answer.json().catch(() => null)
    if (answer.ok && content) return content as Reply
    const error = (content as StudioError | null)?.error
    throw new StudioFailure(
      error?.name ?? (answer.status >= HttpStatus.internalServerError ? 'offline' : 'internal'),
      error?.retryAfterMs,
    )
  }
  return {
    session: () => call('GET', `/session?clientSeed=${firstSeed}`),
    play: (request) => call('POST', '/play', request),
    act: (request) => call('POST', '/act', request),
    seeds: (request) => call('POST', '/seeds', request),
    table: () => call('GET', '/table'),
  }
}
