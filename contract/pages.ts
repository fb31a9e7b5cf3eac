/** The interface between the server and the page renderer, which is built from web/. */
import type { GetRoute } from './api.ts'
import type { FieldDescriptor } from './identity.ts'
import type { CompiledMessage } from './message-format.ts'
import type { Country, Currency, Locale, PlayerInit } from './settings.ts'

/** What is known about the visitor before rendering; the same on the server and in the browser. */
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

/** The size of the image of a link preview. */
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
  /** Files whose styles the page needs; their scripts are requested later. */
  lateFiles?: string[]
}
export type PageRedirect = {
  kind: 'redirect'
  to: string
  /** The locale of the path, if the redirect drops it. */
  chosenLocale?: string
  /** The redirect is permanent and the same for every visitor. */
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

/**
 * Paths of sign-in and registration as pages with plain forms, used until scripts run, by the modal that they replace.
 */
export const entrancePaths = { 'sign-in': '/auth/sign-in', 'sign-up': '/auth/registration' } as const
export type EntranceKind = keyof typeof entrancePaths

export type EntranceRequest = {
  kind: EntranceKind
  /**
   * `code`: the account has a second factor. `mailed`: the address must be confirmed first. `restricted`: not available
   * in this country. `scripts`: this site's registration requires what only scripts can do.
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
  /** The submitted values without passwords and codes; null before the form was submitted. */
  values: Record<string, string> | null
  visitor: { country: string | null; currency: string }
  /** Messages by field. */
  faults: Record<string, string>
  /** A message about the whole form. */
  message: string | null
  /** The fields of the registration form. */
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
  /** Query keys that pages read. Addresses that differ only in other keys are the same page to the server. */
  pageKeys: ReadonlySet<string>
  renderPage(request: PageRequest): Promise<PageAnswer>
  /** The page for responses without a page of their own. */
  renderFault(request: FaultRequest): RenderedPage
  renderEntrance(request: EntranceRequest): RenderedPage
  /** The body of `POST /api/player/register`. */
  entranceBody(form: EntranceBody): object
  /** The address to redirect to after the session has ended; null if the visitor may stay on the page. */
  signInAddress(path: string, visitor: Visitor): string | null
  localeOfPath(path: string, preferred: string, locales: Locale[]): string
  /** Sitemap URLs in every locale; `catalogue` are those derived from data. */
  sitemapEntries(locales: Locale[], catalogue: string[]): SitemapEntry[]
}

/** The indexed address of a page of content, without its locale. */
export const contentPagePath = (page: string): string => (page.includes('/') ? `/${page}` : `/static/${page}`)
