/** Types shared by the route table, the renderer and the views. */
import type { ComponentType } from 'react'
import type { GetRoute, RouteReply, RouteRequest } from '#contract/api.ts'
import type { ContentDirectory } from '#contract/content.ts'
import type { Part } from './later.ts'

/** A query that a route needs before rendering. */
export type PageQuery<R extends GetRoute = GetRoute> = { route: R; request?: RouteRequest<R>; isRequired?: boolean }

/** Names a query of a route: `query('GET /api/game/games/{id}', { params: { id } })`. */
export function query<R extends GetRoute>(route: R, request?: Omit<RouteRequest<R>, 'body'>): PageQuery {
  return { route, request: request as never }
}
/** As `query`, but a 404 makes the page a 404. */
export function required<R extends GetRoute>(route: R, request?: Omit<RouteRequest<R>, 'body'>): PageQuery {
  return { route, request: request as never, isRequired: true }
}

/** Reads loaded data; undefined when loading failed. */
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
  /** Excluded from search engines, as personal pages are. */
  noIndex?: boolean
  jsonLd?: object
  /** Path of the picture in link previews; otherwise the site's. */
  image?: string
  /** Overrides the status, such as 404 for a page without its subject. */
  status?: number
}
export type MetaInput = RouteInput & { data: ReadData; t: Translate }

/** What a file in web/routes exports as `route`. */
export type RouteModule = {
  View: ComponentType
  /** Rendered above the page and kept on the pages after it, such as a running game. */
  Persistent?: ComponentType
  /** Label areas; `meta` receives the first as `t`. */
  labels?: string[]
  queries?: (input: RouteInput) => PageQuery[]
  /** Code that the page needs for these queries, loaded beside its chunk. */
  parts?: (input: Pick<RouteInput, 'search'>) => Part[]
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
  /** The source path below web/, the key in the build manifest. */
  file: string
  /** The home page's alone; the others are in route-chunks.ts. */
  load?: () => Promise<{ route: RouteModule }>
  access?: 'player'
  /** No locale prefix: uses the visitor's locale. */
  isUnprefixed?: true
  /** `keep` leaves the scroll position where it is. */
  scroll?: 'keep'
  /** Signs visitors in itself: an ended session is removed here, without asking for a sign-in. */
  isEntrance?: true
  /** Stays readable for visitors of restricted countries. */
  isOpenToAll?: true
  /** Always a full document load: its content policy differs from other pages. */
  isDocument?: true
  /** For search engines. Pages of games and content are added by their addresses. */
  isInSitemap?: true
  /** The page dismisses the preloader itself. */
  holdsPreloader?: (search: URLSearchParams) => boolean
  isDropped?: (features: Features) => boolean
  /** Rejected params make the page a 404. */
  validate?: (params: Record<string, string>) => boolean
  /** A redirect within the locale, before loading. */
  redirect?: (input: RouteInput, read: ReadNow) => Promise<string | null> | string | null
}
export type ReadNow = <R extends GetRoute>(route: R, request?: Omit<RouteRequest<R>, 'body'>) => Promise<RouteReply<R>>

/** A matched and loaded page, ready to render. */
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
