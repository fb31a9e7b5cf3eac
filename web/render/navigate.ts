/** Client-side navigation: the same chunks and queries as on the server, then scroll, focus and announcement. */
import { flushSync } from 'react-dom'
import type { Visitor } from '#contract/pages.ts'
import { storeLocale } from '../device/preferences.ts'
import type { Loader } from './load.ts'
import { loadNextPagePart, type NextPagePart } from './next-page-part.ts'
import { withoutModals } from '../modals/modal-state.ts'
import type { Page } from './page.ts'

/** The current location: the page, and the query that holds modals and filters. */
export type PageLocation = { page: Page; search: string; isLoading: boolean }
type How = { replace?: boolean; scroll?: 'top' | 'keep' }
/** `before` is the query under the modal: closing returns to it. */
type EntryState = { key: number; before?: string } | null

export class Navigator {
  place: PageLocation
  /** What the server rendered: hydration compares with it, whatever has happened since. */
  readonly initial: PageLocation
  /** On back and forward, before the address is compared: for a page with routes of its own. */
  beforeFollow: (() => void) | null = null
  readonly loader: Loader
  readonly #listeners = new Set<() => void>()
  readonly #scroll = new Map<number, number>()
  #mayLeave: (() => boolean) | null = null
  #part: NextPagePart | null = null
  #latest = 0
  #key = 0

  constructor(loader: Loader, page: Page, search: string, rendered = search) {
    this.loader = loader
    this.place = { page, search, isLoading: false }
    this.initial = rendered === search ? this.place : { ...this.place, search: rendered }
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  current = (): PageLocation => this.place
  get visitor(): Visitor {
    return this.loader.visitor
  }

  /** Confirms leaving the page; false stays. Call the returned function to remove it. */
  askBeforeLeaving(mayLeave: () => boolean): () => void {
    this.#mayLeave = mayLeave
    return () => {
      if (this.#mayLeave === mayLeave) this.#mayLeave = null
    }
  }

  /** Navigates within the site. Another locale is a full document load, as texts and direction change. */
  async go(to: string, { replace = false, scroll = 'top' }: How = {}): Promise<void> {
    const url = new URL(to, location.href)
    if (url.origin !== location.origin) return location.assign(url)
    if (url.pathname === location.pathname && url.hash === '') return this.setSearch(url.search, { replace })
    if (this.#mayLeave?.() === false) return
    const turn = ++this.#latest
    this.#show({ ...this.place, isLoading: true })
    const page = await this.#load(url)
    if (turn !== this.#latest || !page) return
    this.#remember()
    const address = page.pathname + url.search + url.hash
    this.#key = Date.now()
    history[replace ? 'replaceState' : 'pushState']({ key: this.#key } satisfies EntryState, '', address)
    this.#arrive(
      { page, search: url.search, isLoading: false },
      page.entry.scroll === 'keep' ? 'keep' : scroll,
      url.hash,
    )
  }

  /** Changes only the query: reloads nothing unless the page's queries depend on it. */
  setSearch(search: string, { replace = false, isModal = false }: { replace?: boolean; isModal?: boolean } = {}): void {
    if (search === location.search) return
    const state: EntryState = { key: this.#key, ...(isModal && { before: location.search }) }
    history[replace ? 'replaceState' : 'pushState'](
      replace ? history.state : state,
      '',
      location.pathname + search + location.hash,
    )
    this.#show({ ...this.place, search })
    void this.#reloadQueries()
  }

  /** Handles back and forward. */
  async follow(): Promise<void> {
    this.beforeFollow?.()
    const previous = this.#key
    const key = (history.state as EntryState)?.key ?? 0
    this.#scroll.set(previous, scrollY)
    this.#key = key
    if (location.pathname === this.place.page.pathname) {
      this.#show({ ...this.place, search: location.search })
      return void this.#reloadQueries()
    }
    if (this.#mayLeave?.() === false) {
      this.#key = previous
      return history.pushState({ key: previous } satisfies EntryState, '', this.place.page.pathname + this.place.search)
    }
    const turn = ++this.#latest
    const page = await this.#load(new URL(location.href))
    if (turn !== this.#latest || !page) return
    this.#arrive({ page, search: location.search, isLoading: false }, this.#scroll.get(key) ?? 0, '')
  }

  /** Applies a change of the visitor. */
  changeVisitor(change: Partial<Visitor>): void {
    Object.assign(this.loader, { visitor: { ...this.visitor, ...change } })
    this.#show({ ...this.place })
  }

  /** Replaces the page with the error page, and closes the modals above it. */
  async fail(): Promise<void> {
    if (this.place.page.fault) return
    await this.loader.labels.load('errors')
    // Without a connection the title stays.
    this.#part ??= await loadNextPagePart().catch(() => null)
    const { page, search } = this.place
    if (page.fault) return
    const rest = withoutModals(search)
    if (rest !== search) history.replaceState(history.state, '', location.pathname + rest)
    const meta = this.#part?.errorMeta(this.loader, page.locale, 'failed') ?? page.meta
    this.#latest++
    this.#arrive({ page: { ...page, fault: 'failed', meta }, search: rest, isLoading: false }, 'top', '')
  }

  async #load(url: URL, hops = 0): Promise<Page | null> {
    try {
      this.#part ??= await loadNextPagePart()
      const loaded = await this.#part.loadPage(url, this.loader)
      if ('page' in loaded) {
        const isDocument = loaded.page.entry.isDocument || this.place.page.entry.isDocument
        // The session ended while its page was loading.
        if (loaded.page.entry.access === 'player' && !this.visitor.isSignedIn) return await this.#load(url, hops + 1)
        if (loaded.page.locale === this.visitor.locale && !isDocument) return loaded.page
        location.assign(url)
        return null
      }
      const next = new URL(loaded.redirectTo, url)
      if (hops > 5) throw new Error('the route table redirects in a circle')
      if (next.pathname === this.place.page.pathname) {
        this.#show({ ...this.place, isLoading: false })
        // Back has led to the address of the page that redirects.
        history.replaceState(history.state, '', next.pathname + location.search)
        this.setSearch(next.search, { isModal: true })
        return null
      }
      url.search = next.search
      return await this.#load(next, hops + 1)
    } catch {
      // A chunk of an old build or the network is missing: a full document load decides.
      location.assign(url)
      return null
    }
  }

  async #reloadQueries(): Promise<void> {
    const { page, search } = this.place
    const { locale, init, isSignedIn } = this.visitor
    const wanted =
      page.module.queries?.({
        params: page.params,
        search: new URLSearchParams(search),
        locale,
        country: init.country,
        isSignedIn,
      }) ?? []
    await Promise.allSettled(wanted.map((entry) => this.loader.fetch(entry)))
  }

  #arrive(place: PageLocation, scroll: 'top' | 'keep' | number, hash: string): void {
    // URLs without a locale are reloaded in the current one.
    if (place.page.entry.isUnprefixed) storeLocale(place.page.locale)
    const show = () => flushSync(() => this.#show(place))
    const finish = () => {
      this.#part?.applyHead(place.page, { ...this.loader, origin: location.origin })
      // As it is: a malformed fragment cannot be decoded, and no id needs it.
      const target = hash ? document.getElementById(hash.slice(1)) : null
      if (target) target.scrollIntoView()
      else if (scroll !== 'keep') scrollTo({ top: scroll === 'top' ? 0 : scroll, behavior: 'instant' })
      // The header's search shows results while its text is typed, so the focus stays there.
      if (!document.activeElement?.matches('[type=search]'))
        document.getElementById('main')?.focus({ preventScroll: true })
      // Focuses a field; headings leave the focus unchanged.
      target?.focus({ preventScroll: true })
      const announcer = document.getElementById('announcer')
      if (announcer) announcer.textContent = document.title
    }
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (!document.startViewTransition || prefersReducedMotion) return (show(), finish())
    // Skipped in a hidden tab, for example; the page is shown anyway.
    document.startViewTransition(() => (show(), finish())).ready.catch(() => undefined)
  }

  #remember(): void {
    this.#scroll.set(this.#key, scrollY)
  }

  #show(place: PageLocation): void {
    this.place = place
    for (const listener of this.#listeners) listener()
  }
}
