/** Client-side navigation: loads the chunks and queries of the page, then updates scroll, focus and announcement. */
import { flushSync } from 'react-dom'
import type { Visitor } from '#contract/pages.ts'
import { storeLocale } from '../device/preferences.ts'
import type { Loader } from './load.ts'
import { loadNextPagePart, type NextPagePart } from './next-page-part.ts'
import { withoutModals } from '../modals/modal-state.ts'
import type { Page } from './page.ts'

/** The current location: the page and its query, which contains modals and filters. */
export type PageLocation = { page: Page; search: string; isLoading: boolean }
type GoOptions = { replace?: boolean; scroll?: 'top' | 'keep' }
/** Dispatched with the address that cannot be opened on a device without a connection. Who shows a notice cancels it. */
export const needsConnection = 'fairhouse:needs-connection'
/** `before` is the query without the modal, to which closing it returns. */
type EntryState = { key: number; before?: string } | null

export class Navigator {
  place: PageLocation
  /** The location that the server rendered. Hydration must use it, even if the current location has changed since. */
  readonly initial: PageLocation
  /** Called on back and forward, before addresses are compared. A page with its own router can set it. */
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

  /** Calls `mayLeave` before a navigation, which false cancels. The returned function removes it. */
  askBeforeLeaving(mayLeave: () => boolean): () => void {
    this.#mayLeave = mayLeave
    return () => {
      if (this.#mayLeave === mayLeave) this.#mayLeave = null
    }
  }

  /** Navigates within the site. A change of locale loads a new document, because texts and direction change. */
  async go(to: string, { replace = false, scroll = 'top' }: GoOptions = {}): Promise<void> {
    const url = new URL(to, location.href)
    if (url.origin !== location.origin) return location.assign(url)
    if (url.pathname === location.pathname && url.hash === '') return this.setSearch(url.search, { replace })
    if (this.#mayLeave?.() === false) return
    const attempt = ++this.#latest
    this.#show({ ...this.place, isLoading: true })
    const page = await this.#load(url, { isStaying: true })
    if (attempt !== this.#latest || !page) return
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

  /** Changes only the query, and loads what the page's queries need for it. */
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

  /** Handles the browser's back and forward. */
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
    const attempt = ++this.#latest
    const page = await this.#load(new URL(location.href))
    if (attempt !== this.#latest || !page) return
    this.#arrive({ page, search: location.search, isLoading: false }, this.#scroll.get(key) ?? 0, '')
  }

  changeVisitor(change: Partial<Visitor>): void {
    Object.assign(this.loader, { visitor: { ...this.visitor, ...change } })
    this.#show({ ...this.place })
  }

  /** Replaces the page with the error page, and closes the modals above it. */
  async fail(): Promise<void> {
    if (this.place.page.fault) return
    await this.loader.labels.load('errors')
    // Without a connection the title does not change.
    this.#part ??= await loadNextPagePart().catch(() => null)
    const { page, search } = this.place
    if (page.fault) return
    const remainingSearch = withoutModals(search)
    if (remainingSearch !== search) history.replaceState(history.state, '', location.pathname + remainingSearch)
    const meta = this.#part?.errorMeta(this.loader, page.locale, 'failed') ?? page.meta
    this.#latest++
    this.#arrive({ page: { ...page, fault: 'failed', meta }, search: remainingSearch, isLoading: false }, 'top', '')
  }

  /** `isStaying`: the address has not changed yet, so that the page can stay where another one cannot be loaded. */
  async #load(url: URL, { hops = 0, isStaying = false } = {}): Promise<Page | null> {
    try {
      this.#part ??= await loadNextPagePart()
      const loaded = await this.#part.loadPage(url, this.loader)
      if ('page' in loaded) {
        const isDocument = loaded.page.entry.isDocument || this.place.page.entry.isDocument
        // The session ended while the page was loading; loading it again redirects to the sign-in.
        if (loaded.page.entry.access === 'player' && !this.visitor.isSignedIn)
          return await this.#load(url, { hops: hops + 1, isStaying })
        if (loaded.page.fault === 'failed' && !navigator.onLine) throw new Error('offline')
        if (loaded.page.locale === this.visitor.locale && !isDocument) return loaded.page
        location.assign(url)
        return null
      }
      const next = new URL(loaded.redirectTo, url)
      if (hops > 5) throw new Error('the route table redirects in a circle')
      if (next.pathname === this.place.page.pathname) {
        this.#show({ ...this.place, isLoading: false })
        // After "back", the address bar shows the redirecting page; replace it.
        history.replaceState(history.state, '', next.pathname + location.search)
        this.setSearch(next.search, { isModal: true })
        return null
      }
      url.search = next.search
      return await this.#load(next, { hops: hops + 1, isStaying })
    } catch {
      const isTold =
        isStaying &&
        !navigator.onLine &&
        !dispatchEvent(new CustomEvent(needsConnection, { detail: url, cancelable: true }))
      // The chunk belongs to an old build, or the network failed. A full document load resolves the first
      // and shows the offline page or the browser's error for the second.
      if (isTold) this.#show({ ...this.place, isLoading: false })
      else location.assign(url)
      return null
    }
  }

  async #reloadQueries(): Promise<void> {
    const { page, search } = this.place
    const { locale, init, isSignedIn } = this.visitor
    const queries =
      page.module.queries?.({
        params: page.params,
        search: new URLSearchParams(search),
        locale,
        country: init.country,
        isSignedIn,
        hasSportsbook: Boolean(init.config.sportsbook),
      }) ?? []
    await Promise.allSettled(queries.map((entry) => this.loader.fetch(entry)))
  }

  #arrive(place: PageLocation, scroll: 'top' | 'keep' | number, hash: string): void {
    // A URL without a locale prefix must show the current locale after a reload.
    if (place.page.entry.isUnprefixed) storeLocale(place.page.locale)
    const show = () => flushSync(() => this.#show(place))
    const finish = () => {
      this.#part?.applyHead(place.page, { ...this.loader, origin: location.origin })
      // The fragment is not decoded: a malformed one would throw, and no id needs decoding.
      const target = hash ? document.getElementById(hash.slice(1)) : null
      if (target) target.scrollIntoView()
      else if (scroll !== 'keep') scrollTo({ top: scroll === 'top' ? 0 : scroll, behavior: 'instant' })
      // The header's search navigates while the visitor types, so the focus must stay there.
      if (!document.activeElement?.matches('[type=search]'))
        document.getElementById('main')?.focus({ preventScroll: true })
      // Moves the focus if the target is a field; a heading cannot take it.
      target?.focus({ preventScroll: true })
      const announcer = document.getElementById('announcer')
      if (announcer) announcer.textContent = document.title
    }
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (!document.startViewTransition || prefersReducedMotion) return (show(), finish())
    // The browser rejects when it skips the transition, for example in a hidden tab; the page is shown anyway.
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
