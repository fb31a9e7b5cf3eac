/** What the server and the page renderer, which is built from web/, exchange. */
import type { GetRoute } from './api.ts'
import type { FieldDescriptor } from './identity.ts'
import type { CompiledMessage } from './message-format.ts'
import type { Country, Currency, Locale, PlayerInit } from './settings.ts'

/** What is known about the visitor before rendering; the same on both sides. */
export type Visitor = { locale: string; isMobile: boolean; isSignedIn: boolean; init: PlayerInit; locales: Locale[] }

/** The labels of one locale by area. */
export type LabelCatalogue = Record<string, Record<string, CompiledMessage>>

/** Calls a verb in-process. Throws an error with `status`. */
export type Read = (route: GetRoute, request: unknown) => Promise<unknown>

export type PageRequest = {
  /** Requested path and query. */
  url: string
  origin: string
  /** `locale` is the visitor's: stored preference, else the country's, else the default. */
  visitor: Visitor
  labels: (locale: string) => LabelCatalogue
  /** Queries in the page's locale, which the URL may set. */
  read: (locale: string) => Read
}

/** The picture of a link preview: of a game, or of the site. */
export const shareImage = { width: 1200, height: 630 } as const
export const sharePath = (gameId: string | null) => (gameId === null ? '/share/site.png' : `/share/games/${gameId}.png`)

export type HeadTag = { tag: 'meta' | 'link'; attributes: Record<string, string> }
/** Serialised data for the browser: text of this page, or bytes that several pages share. */
export type StatePiece = string | Uint8Array

export type RenderedPage = {
  kind: 'page'
  status: number
  locale: string
  direction: 'ltr' | 'rtl'
  title: string
  head: HeadTag[]
  jsonLd: string | null
  body: string
  state: StatePiece[]
  /** Source paths below web/ whose chunks the page needs. */
  files: string[]
  /** Of these only the styles: their scripts are asked for later. */
  lateFiles?: string[]
}
export type PageRedirect = {
  kind: 'redirect'
  to: string
  /** A path that loses its locale in the redirect keeps the choice here. */
  chosenLocale?: string
  /** The same for every visitor, permanently. */
  isPermanent?: true
}
export type PageAnswer = RenderedPage | PageRedirect

export type FaultRequest = {
  status: number
  locale: string
  locales: Locale[]
  labels: LabelCatalogue
  /** The content directory `layout`. */
  layout: Record<string, unknown>
}

/** Sign-in and registration as pages with plain forms, until scripts run; by the modal that they replace. */
export const entrancePaths = { 'sign-in': '/auth/sign-in', 'sign-up': '/auth/registration' } as const
export type EntranceKind = keyof typeof entrancePaths

export type EntranceRequest = {
  kind: EntranceKind
  /**
   * `code`: the account has a second factor. `mailed`: the address has to be confirmed first. `restricted`: not in this
   * country. `scripts`: this site's registration asks for what only scripts can do.
   */
  view: 'form' | 'code' | 'mailed' | 'restricted' | 'scripts'
  status: number
  locale: string
  locales: Locale[]
  labels: LabelCatalogue
  /** Content directories. */
  content: { layout: Record<string, unknown>; modals: object; 'fields-settings': object }
  /** The page to return to: path and query of this site. */
  back: string
  /** What was typed, without passwords and codes; null before anything was. */
  values: Record<string, string> | null
  visitor: { country: string | null; currency: string }
  /** By field. */
  faults: Record<string, string>
  /** About the form as a whole. */
  message: string | null
  /** Of the registration form. */
  fields: FieldDescriptor[]
  countries: Country[]
  currencies: Currency[]
}
/** A submitted registration form, as text. */
export type EntranceBody = {
  fields: FieldDescriptor[]
  values: Record<string, string>
  locale: string
  affiliateTag: string | null
}

export type SitemapEntry = { addresses: Array<{ locale: string; path: string }> }

/** The exports of the built renderer that the server calls. */
export type PageRenderer = {
  /** Query keys that pages read. To the server, addresses that differ only in other keys are one page. */
  pageKeys: ReadonlySet<string>
  renderPage(request: PageRequest): Promise<PageAnswer>
  /** The page for responses without a page of their own. */
  renderFault(request: FaultRequest): RenderedPage
  renderEntrance(request: EntranceRequest): RenderedPage
  /** The body of `POST /api/player/register`. */
  entranceBody(form: EntranceBody): object
  /** The target after an ended session; null if the page stays. */
  signInAddress(path: string, visitor: Visitor): string | null
  localeOfPath(path: string, preferred: string, locales: Locale[]): string
  /** Sitemap URLs in every locale; `catalogue` are those derived from data. */
  sitemapEntries(locales: Locale[], catalogue: string[]): SitemapEntry[]
}

/** The indexed address of a page of content, without its locale. */
export const contentPagePath = (page: string): string => (page.includes('/') ? `/${page}` : `/static/${page}`)
