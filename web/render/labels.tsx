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
  readonly #areas: Catalogue
  readonly #failed = new Set<string>()
  readonly #pending = new Map<string, Promise<void>>()
  readonly #translators = new Map<string, Translate>()
  readonly #fetchArea: FetchArea | null

  constructor(locale: string, areas: Catalogue, fetchArea: FetchArea | null) {
    this.locale = locale
    this.#areas = { ...areas }
    this.#fetchArea = fetchArea
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
      translate = (key, values) => wordsOf(this.locale, this.#areas[area]?.[key], values) ?? key
      this.#translators.set(area, translate)
    }
    return translate
  }
}

const speakers = new Map<string, I18n>()

/** Most labels are one piece of text and need nobody to put them together. Undefined where there is no such label. */
function wordsOf(locale: string, message: Messages[string] | undefined, values: Record<string, unknown> | undefined): string | undefined {
  if (!Array.isArray(message)) return message
  if (message.length === 1 && typeof message[0] === 'string') return message[0]
  let speaker = speakers.get(locale)
  if (!speaker) speakers.set(locale, (speaker = setupI18n({ locale, messages: { [locale]: {} } })))
  return speaker._('', values, { message: message as never })
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
