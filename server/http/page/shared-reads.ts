/** Reads with the same result for everyone of one language and country, which pages share for a few seconds. */
import * as HttpStatus from '#contract/statuses.ts'
import type { Caller } from '../../deps.ts'
import type { CallVerb } from './visitor.ts'

type Raw = { params?: unknown; query?: unknown }
type CacheEntry = { answer: Promise<unknown>; askedAt: number }

/** An explicit list: any other endpoint is read for each visitor. */
const shared = new Set([
  ...['currencies', 'locales', 'countries', 'constants'].map((name) => `GET /api/settings/${name}`),
  ...['{directory}', 'pages/{identity}', 'questions'].map((path) => `GET /api/content/{locale}/${path}`),
  ...[
    'collections',
    'lobby',
    'games',
    'games/{id}',
    'games/{id}/similar',
    'providers',
    'providers/{id}',
    'spins/winners',
    'shared-rounds/{gameId}',
  ].map((path) => `GET /api/game/${path}`),
  ...['levels', 'rule'].map((path) => `GET /api/retention/${path}`),
])
/** The same for every guest; for players with what is their own. */
const sharedByGuests = new Set(['GET /api/retention/tournaments'])
const maxAgeMs = 5_000
const maxEntries = 500

/**
 * Reads endpoints in-process for pages. A shared result is the same object for every page and must not be changed.
 * Throws an error with the `status` of a refusal.
 */
export class PageReads {
  readonly #entries = new Map<string, CacheEntry>()
  readonly #callVerb: CallVerb
  readonly #now: () => number
  readonly #revision: () => number

  /** `revision`: that of the content, which changes without a restart. */
  constructor(callVerb: CallVerb, now: () => number, revision: () => number) {
    this.#callVerb = callVerb
    this.#now = now
    this.#revision = revision
  }

  read(caller: Caller, route: string, raw: Raw = {}): Promise<unknown> {
    if (!shared.has(route) && (caller.player || !sharedByGuests.has(route))) return this.#ask(caller, route, raw)
    const key = `${this.#revision()} ${caller.locale} ${caller.country} ${route} ${JSON.stringify(raw)}`
    const entry = this.#entries.get(key)
    if (entry && Math.abs(this.#now() - entry.askedAt) < maxAgeMs) return entry.answer
    // The endpoint is called as a guest, so that a shared result never contains a player's data.
    const answer = this.#ask({ ...caller, bearer: null, captcha: null, player: null }, route, raw)
    this.#store(key, { answer, askedAt: this.#now() })
    return answer
  }

  async #ask(caller: Caller, route: string, { params = {}, query = {} }: Raw): Promise<unknown> {
    const { status, body } = await this.#callVerb(caller, route, { params, query, body: undefined })
    if (status >= HttpStatus.badRequest) throw Object.assign(new Error(`${route} answered ${status}`), { status })
    return body
  }

  /** Failures are not cached; the oldest entry is evicted. */
  #store(key: string, entry: CacheEntry): void {
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    entry.answer.catch(() => this.#entries.get(key) === entry && this.#entries.delete(key))
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > maxEntries && oldest !== undefined) this.#entries.delete(oldest)
  }
}
