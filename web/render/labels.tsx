/** UI labels. The server compiles them and sends them by area and locale. */
import { createContext, use } from 'react'
import { type CompiledMessage, formatMessage } from '#contract/message-format.ts'
import type { LabelCatalogue } from '#contract/pages.ts'
import type { Translate } from './page.ts'

type Area = Record<string, CompiledMessage>
type FetchArea = (locale: string, area: string) => Promise<Area>

/** The labels of one locale. The server has all areas; the browser fetches missing ones on demand. */
export class Labels {
  readonly locale: string
  /** Areas used during rendering, which the browser needs for hydration. */
  readonly used = new Set<string>()
  readonly #areas: LabelCatalogue
  readonly #failed = new Set<string>()
  readonly #pending = new Map<string, Promise<void>>()
  readonly #translators = new Map<string, Translate>()
  readonly #fetchArea: FetchArea | null

  constructor(locale: string, areas: LabelCatalogue, fetchArea: FetchArea | null) {
    this.locale = locale
    this.#areas = { ...areas }
    this.#fetchArea = fetchArea
  }

  has(area: string): boolean {
    return area in this.#areas
  }

  catalogue(): LabelCatalogue {
    return Object.fromEntries([...this.used].map((area) => [area, this.#areas[area] ?? {}]))
  }

  load(area: string): Promise<void> {
    if (this.#failed.delete(area)) this.#forget(area)
    const known = this.#pending.get(area)
    if (known || this.has(area)) return known ?? Promise.resolve()
    const loading = (this.#fetchArea?.(this.locale, area) ?? Promise.resolve({})).then(
      (messages) => {
        this.#areas[area] = messages
      },
      () => {
        // Falls back to the keys, and retries the area on the next navigation that needs it.
        this.#areas[area] = {}
        this.#failed.add(area)
      },
    )
    this.#pending.set(area, loading)
    // React's `use` reads this status and then returns without suspending.
    void loading.then(() => Object.assign(loading, { status: 'fulfilled' }))
    return loading
  }

  /** The promise of an area's loading, also once it has loaded; null for areas that were sent with the page. */
  awaited(area: string): Promise<void> | null {
    return this.has(area) ? (this.#pending.get(area) ?? null) : this.load(area)
  }

  #forget(area: string): void {
    delete this.#areas[area]
    this.#pending.delete(area)
  }

  translator(area: string): Translate {
    this.used.add(area)
    let translate = this.#translators.get(area)
    if (!translate) {
      translate = (key, values) => {
        const texts = this.#areas[area]?.[key]
        return texts === undefined ? wordsOfKey(key) : formatMessage(this.locale, texts, values)
      }
      this.#translators.set(area, translate)
    }
    return translate
  }
}

/**
 * The text for a missing label. `status_partlyPaid` may be a status that a newer server has added; "partly paid" tells
 * the player more than the key does. A numeric value such as `status_17` gives an empty text.
 */
function wordsOfKey(key: string): string {
  const value = key.replace(/^\w*?_(\d+$)?/, '')
  return value === key ? key : value.replaceAll(/[-_]|(?=[A-Z])/g, ' ').toLowerCase()
}

export const LabelsContext = createContext<Labels>(new Labels('en', {}, null))

/** The labels of an area in content/<locale>/ui.json. Suspends in the browser while loading. */
export function useLabels(area: string): Translate {
  const labels = use(LabelsContext)
  const awaited = labels.awaited(area)
  // Also after loading: React renders a suspended component again and fails if it then reads fewer promises (#467).
  if (awaited) use(awaited)
  return labels.translator(area)
}

export function useLocale(): string {
  return use(LabelsContext).locale
}

/** Returns a function that joins names as "one, two and three" in the visitor's language. */
export function useList(): (names: string[]) => string {
  const locale = useLocale()
  return (names) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(names)
}
