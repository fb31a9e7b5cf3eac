/**
 * Compressed guest pages, shared by all visitors with the same display preferences. A page is compressed quickly for
 * its first reader and at the best level later, which takes fifty times as long. That is done for one page at a time
 * and uses at most a tenth of one thread.
 */
import { compressors, type Encoding, streamQuality } from '../../kernel/http/compress.ts'
import type { Turns } from '../turns.ts'
import type { PageDocument } from './document.ts'
import { evict } from './guest-cache.ts'
import { packPage, type PackedPage } from './packed-page.ts'
import type { Preferences } from './preferences.ts'

type Entry = {
  document: PageDocument
  page: Promise<PackedPage | null>
  isPending: boolean
  isBest: boolean
  storedAt: number
}

const bestQuality = 11
const restsPerWork = 9
/** About 20 kB each. */
const maxPages = 1000

export class PackedPages {
  readonly #now: () => number
  readonly #resumed: Turns
  readonly #pages = new Map<string, Entry>()
  /** When the next page may be compressed at the best level. */
  #freeAt = 0

  /** `resumed`: the pace at which requests that waited for the same page continue. */
  constructor(now: () => number, resumed: Turns) {
    this.#now = now
    this.#resumed = resumed
  }

  /** Null for a page that cannot be packed. Throws `Busy` if too many are being compressed. */
  async read(
    key: string,
    document: PageDocument,
    looks: Preferences,
    encoding: Encoding = 'br',
  ): Promise<PackedPage | null> {
    const name = `${encoding} ${key} ${Object.values(looks).join(' ')}`
    let entry = this.#pages.get(name)
    if (entry?.document === document) {
      if (!entry.isBest && this.#now() >= this.#freeAt) void this.#improve(entry, looks, encoding)
    } else entry = this.#pack(name, document, looks, encoding)
    const wasPending = entry.isPending
    const page = await entry.page
    if (wasPending) await this.#resumed.take()
    return page
  }

  #pack(name: string, document: PageDocument, looks: Preferences, encoding: Encoding): Entry {
    const page = compressors.run(() => packPage(document.pieces(looks), streamQuality, encoding))
    const entry = { document, page, isPending: true, isBest: false, storedAt: this.#now() }
    this.#pages.delete(name)
    this.#pages.set(name, entry)
    evict(this.#pages, maxPages, this.#now())
    page.then(
      () => (entry.isPending = false),
      () => this.#pages.delete(name),
    )
    return entry
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
