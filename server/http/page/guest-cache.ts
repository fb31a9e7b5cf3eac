/** In-memory cache of guest pages, which depend only on address, locale, country, device and catalogue. */
import type { PageDocument } from './document.ts'

export type Kept = { status: number; document: PageDocument; keptAt: number }
const keptMs = 30_000
const mostPages = 2000

export class GuestPages {
  readonly #pages = new Map<string, Kept>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  read(key: string): Kept | null {
    const kept = this.#pages.get(key)
    if (!kept || this.#now() - kept.keptAt > keptMs) return null
    return kept
  }

  /** Evicts the oldest entry: a Map iterates in insertion order. */
  keep(key: string, page: Omit<Kept, 'keptAt'>): void {
    this.#pages.delete(key)
    this.#pages.set(key, { ...page, keptAt: this.#now() })
    const [oldest] = this.#pages.keys()
    if (this.#pages.size > mostPages && oldest !== undefined) this.#pages.delete(oldest)
  }
}
