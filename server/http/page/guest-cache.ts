/** In-memory cache of guests' pages, which depend only on address, locale, country, device and catalogue. */
import type { PageRedirect } from '#contract/pages.ts'
import * as HttpStatus from '#contract/statuses.ts'
import type { Turns } from '../turns.ts'
import type { PageDocument } from './document.ts'

export type CachedPage = { kind: 'page'; status: number; document: PageDocument }
export type GuestAnswer = CachedPage | PageRedirect
type Entry = { answer: GuestAnswer; storedAt: number }
const maxAgeMs = 30_000
const maxPages = 2000
/** Missing addresses have a small cache of their own, because anyone can invent any number of them. */
const maxMissing = 100

export class GuestPages {
  readonly #found = new Map<string, Entry>()
  readonly #missing = new Map<string, Entry>()
  readonly #pending = new Map<string, Promise<GuestAnswer>>()
  readonly #now: () => number
  readonly #resumed: Turns

  /** `resumed`: the pace at which requests that waited for the same page continue. */
  constructor(now: () => number, resumed: Turns) {
    this.#now = now
    this.#resumed = resumed
  }

  /** Renders the page once for all concurrent requests and caches it. */
  async get(key: string, make: () => Promise<GuestAnswer>): Promise<GuestAnswer> {
    const entry = this.#found.get(key) ?? this.#missing.get(key)
    if (entry && this.#now() - entry.storedAt <= maxAgeMs) return entry.answer
    const answer = await (this.#pending.get(key) ?? this.#make(key, make))
    await this.#resumed.take()
    return answer
  }

  #make(key: string, make: () => Promise<GuestAnswer>): Promise<GuestAnswer> {
    const rendering = make()
      .then((answer) => {
        this.#store(key, answer)
        return answer
      })
      .finally(() => this.#pending.delete(key))
    this.#pending.set(key, rendering)
    return rendering
  }

  #store(key: string, answer: GuestAnswer): void {
    const isMissing = answer.kind === 'page' && answer.status === HttpStatus.notFound
    if (answer.kind === 'page' && answer.status !== HttpStatus.ok && !isMissing) return
    this.#found.delete(key)
    this.#missing.delete(key)
    const [entries, maxEntries] = isMissing ? [this.#missing, maxMissing] : [this.#found, maxPages]
    entries.set(key, { answer, storedAt: this.#now() })
    evict(entries, maxEntries, this.#now())
  }
}

/** Removes entries that are too old or too many, the oldest first: a Map iterates in insertion order. */
export function evict(entries: Map<string, { storedAt: number }>, maxEntries: number, now: number): void {
  for (const [key, { storedAt }] of entries) {
    if (entries.size <= maxEntries && now - storedAt <= maxAgeMs) return
    entries.delete(key)
  }
}
