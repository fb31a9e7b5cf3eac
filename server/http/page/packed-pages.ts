/**
 * Compressed guest pages, shared by all visitors with the same display preferences. A page is compressed quickly for its
 * first reader, and as well as possible afterwards, which takes fifty times as long: one page at a time, in a tenth of
 * the time of one thread.
 */
import { compressors, type Encoding, streamQuality } from './compress.ts'
import type { PageDocument } from './document.ts'
import { evict } from './guest-cache.ts'
import { packPage, type PackedPage } from './packed-page.ts'
import type { Preferences } from './preferences.ts'

type Entry = { document: PageDocument; page: Promise<PackedPage | null>; isBest: boolean; storedAt: number }

const bestQuality = 11
const restsPerWork = 9
/** About 20 kB each. */
const maxPages = 1000

export class PackedPages {
  readonly #now: () => number
  readonly #pages = new Map<string, Entry>()
  /** When the next page may be compressed as well as possible. */
  #freeAt = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** Null for a page that cannot be packed. Throws `Busy` if too many are being compressed. */
  read(key: string, document: PageDocument, looks: Preferences, encoding: Encoding = 'br'): Promise<PackedPage | null> {
    const name = `${encoding} ${key} ${Object.values(looks).join(' ')}`
    const known = this.#pages.get(name)
    if (known?.document === document) {
      if (!known.isBest && this.#now() >= this.#freeAt) void this.#improve(known, looks, encoding)
      return known.page
    }
    const page = compressors.run(() => packPage(document.pieces(looks), streamQuality, encoding))
    this.#pages.delete(name)
    this.#pages.set(name, { document, page, isBest: false, storedAt: this.#now() })
    evict(this.#pages, maxPages, this.#now())
    page.catch(() => this.#pages.delete(name))
    return page
  }

  async #improve(entry: Entry, looks: Preferences, encoding: Encoding): Promise<void> {
    entry.isBest = true
    this.#freeAt = Infinity
    const startedAt = this.#now()
    const page = await packPage(entry.document.pieces(looks), bestQuality, encoding).catch(() => null)
    if (page) entry.page = Promise.resolve(page)
    this.#freeAt = this.#now() + restsPerWork * (this.#now() - startedAt)
  }
}
