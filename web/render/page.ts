/** What a page is made of: the shapes that the route table, the renderer and the views share. */
import type { ComponentType } from 'react'
import type { GetRoute, RouteReply, RouteRequest } from '#contract/api.ts'
import type { ContentDirectory } from '#contract/content.ts'
import type { Locale, PlayerInit } from '#contract/settings.ts'

/** One read that a route needs before it can be shown. */
export type PageQuery<R extends GetRoute = GetRoute> = { route: R; request?: RouteRequest<R>; isRequired?: boolean }

/** Names a query of a route: `query('GET /api/game/games/{id}', { params: { id } })`. */
export function query<R extends GetRoute>(route: R, request?: Omit<RouteRequest<R>, 'body'>): PageQuery {
  return { route, request: request as never }
}
/** As `query`, for a read whose 404 makes the page a 404. */
export function required<R extends GetRoute>(route: R, request?: Omit<RouteRequest<R>, 'body'>): PageQuery {
  return { route, request: request as never, isRequired: true }
}

/** Reads what was loaded; undefined where it could not be. */
export type ReadData = <R extends GetRoute>(
  route: R,
  request?: Omit<RouteRequest<R>, 'body'>,
) => RouteReply<R> | undefined
export type Translate = (key: string, values?: Record<string, unknown>) => string

export type RouteInput = {
  params: Record<string, string>
  search: URLSearchParams
  locale: string
  country: string | null
  isSignedIn: boolean
}
export type Meta = {
  title: string
  description?: string
  /** Kept out of search engines; personal pages are. */
  noIndex?: boolean
  jsonLd?: object
  /** Overrides the status; a page that finds nothing says 404. */
  status?: number
}
export type MetaInput = RouteInput & { data: ReadData; t: Translate }

/** What a file in web/routes exports as `route`. */
export type RouteModule = {
  View: ComponentType
  /** Label areas: the first is the one that `meta` is given as `t`. */
  labels?: string[]
  queries?: (input: RouteInput) => PageQuery[]
  content?: ContentDirectory[]
  meta: (input: MetaInput) => Meta
}
/** Gives a route module its types. */
export function defineRoute(route: RouteModule): RouteModule {
  return route
}

export type Features = { isLoyaltyEnabled: boolean; sportsbook: unknown; hidesDocuments: boolean }

/** One line of the route table. */
export type RouteEntry = {
  path: string
  /** The source below web/, which is the key of the build's manifest. */
  file: string
  load: () => Promise<{ route: RouteModule }>
  access?: 'player'
  /** Has no locale prefix: the language is the visitor's. */
  isUnprefixed?: true
  /** `keep` leaves the scroll position where it is. */
  scroll?: 'keep'
  /** Stays readable for visitors of restricted countries. */
  isOpenToAll?: true
  /** Comes and goes as a whole document: its content policy is not that of the other pages. */
  isDocument?: true
  /** The preloader stays until the page itself lets it go. */
  holdsPreloader?: (search: URLSearchParams) => boolean
  isDropped?: (features: Features) => boolean
  /** Rejected params make the page a 404. */
  validate?: (params: Record<string, string>) => boolean
  /** Another path of the same locale, before anything is loaded. */
  redirect?: (input: RouteInput, read: ReadNow) => Promise<string | null> | string | null
}
export type ReadNow = <R extends GetRoute>(route: R, request?: Omit<RouteRequest<R>, 'body'>) => Promise<RouteReply<R>>

/** What is known of the visitor before the page is made; the same on both sides. */
export type Visitor = { locale: string; isMobile: boolean; isSignedIn: boolean; init: PlayerInit; locales: Locale[] }

/** A matched and loaded page, ready to be shown. */
export type Page = {
  entry: RouteEntry
  module: RouteModule
  params: Record<string, string>
  locale: string
  /** Path with its locale prefix, without query. */
  pathname: string
  status: number
  meta: Meta
  fault?: PageFault
}
export type PageFault = 'notFound' | 'failed'
