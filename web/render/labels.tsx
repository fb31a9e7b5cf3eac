/** Functional words: compiled on the server, sent by area, one locale at a time. */
import { createContext, use } from 'react'
import { setupI18n, type I18n, type Messages } from '@lingui/core'
import type { Translate } from './page.ts'

export type Catalogue = Record<string, Messages>
type FetchArea = (locale: string, area: string) => Promise<Messages>

/** The labels of one locale. On the server all areas are at hand; in the browser the missing ones are fetched when asked for. */
export class Labels {
  readonly locale: string
  /** Areas asked for while rendering: what the browser needs to hydrate. */
  readonly used = new Set<string>()
  readonly #i18n: I18n
  readonly #areas: Catalogue
  readonly #failed = new Set<string>()
  readonly #pending = new Map<string, Promise<void>>()
  readonly #translators = new Map<string, Translate>()
  readonly #fetchArea: FetchArea | null

  constructor(locale: string, areas: Catalogue, fetchArea: FetchArea | null) {
    this.locale = locale
    this.#areas = { ...areas }
    this.#fetchArea = fetchArea
    this.#i18n = setupI18n({ locale, messages: { [locale]: flatten(areas) } })
  }

  has(area: string): boolean {
    return area in this.#areas
  }

  catalogue(): Catalogue {
    return Object.fromEntries([...this.used].map((area) => [area, this.#areas[area] ?? {}]))
  }

  load(area: string): Promise<void> {
    if (this.#failed.delete(area)) this.#forget(area)
    const known = this.#pending.get(area)
    if (known || this.has(area)) return known ?? Promise.resolve()
    const loading = (this.#fetchArea?.(this.locale, area) ?? Promise.resolve({})).then((messages) => {
      this.#areas[area] = messages
      this.#i18n.load(this.locale, flatten({ [area]: messages }))
    }, () => {
      // Keys are shown rather than nothing, and the area is asked for once more when its page is next gone to.
      this.#areas[area] = {}
      this.#failed.add(area)
    })
    this.#pending.set(area, loading)
    return loading
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
        const id = `${area}.${key}`
        return id in this.#i18n.messages ? this.#i18n._(id, values) : key
      }
      this.#translators.set(area, translate)
    }
    return translate
  }
}

/** The server hands in the same catalogue for every page of a locale, so each is flattened once. */
const flattened = new WeakMap<Catalogue, Messages>()

function flatten(areas: Catalogue): Messages {
  const known = flattened.get(areas)
  if (known) return known
  const messages = Object.fromEntries(Object.entries(areas).flatMap(([area, labels]) => Object.entries(labels).map(([key, message]) => [`${area}.${key}`, message])))
  flattened.set(areas, messages)
  return messages
}

export const LabelsContext = createContext<Labels>(new Labels('en', {}, null))

/** The words of content/<locale>/ui/<area>.json. Suspends in the browser while the area is on its way. */
export function useLabels(area: string): Translate {
  const labels = use(LabelsContext)
  if (!labels.has(area)) use(labels.load(area))
  return labels.translator(area)
}

export function useLocale(): string {
  return use(LabelsContext).locale
}
