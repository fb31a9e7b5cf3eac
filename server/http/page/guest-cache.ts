/** In-memory cache of guest pages, which depend only on address, locale, country, device and catalogue. */
import type { PageDocument } from './document.ts'

export type CachedPage = { status: number; document: PageDocument; storedAt: number }
const maxAgeMs = 30_000
const maxPages = 2000

export class GuestPages {
  readonly #pages = new Map<string, CachedPage>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  read(key: string): CachedPage | null {
    const cached = this.#pages.get(key)
    if (!cached || this.#now() - cached.storedAt > maxAgeMs) return null
    return cached
  }

  store(key: string, page: Omit<CachedPage, 'storedAt'>): void {
    this.#pages.delete(key)
    this.#pages.set(key, { ...page, storedAt: this.#now() })
    evict(this.#pages, maxPages, this.#now())
  }
}

/** Removes entries that are too old or too many, the oldest first: a Map iterates in insertion order. */
export function evict(entries: Map<string, { storedAt: number }>, most: number, now: number): void {
  for (const [key, { storedAt }] of entries) {
    if (entries.size <= most && now - storedAt <= maxAgeMs) return
    entries.delete(key)
  }
}
