/** Types shared by the route table, the renderer and the views. */
import type { ComponentType } from 'react'
import type { GetRoute, RouteReply, RouteRequest } from '#contract/api.ts'
import type { ContentDirectory } from '#contract/content.ts'
import type { Part } from './later.ts'

/** A query that a page loads before it renders. */
export type PageQuery<R extends GetRoute = GetRoute> = { route: R; request?: RouteRequest<R>; isRequired?: boolean }

/** Describes a query, for example `query('GET /api/game/games/{id}', { params: { id } })`. */
export function query<R extends GetRoute>(route: R, request?: Omit<RouteRequest<R>, 'body'>): PageQuery {
  return { route, request: request as never }
}
/** Works like `query`, but the failure of the query fails the page, and its 404 makes the page a 404. */
export function required<R extends GetRoute>(route: R, request?: Omit<RouteRequest<R>, 'body'>): PageQuery {
  return { route, request: request as never, isRequired: true }
}

/** Reads loaded data; returns undefined if loading failed. */
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
  hasSportsbook: boolean
}
export type Meta = {
  title: string
  description?: string
  /** Excluded from search engines, as personal pages are. */
  noIndex?: boolean
  jsonLd?: object
  /** Path of the picture in link previews; the default is the site's picture. */
  image?: string
  /** Overrides the status, for example with 404 if the page's subject does not exist. */
  status?: number
}
export type MetaInput = RouteInput & { data: ReadData; t: Translate }

/** What a file in web/routes exports as `route`. */
export type RouteModule = {
  View: ComponentType
  /** Rendered above the page and kept on the pages opened after it, for example a running game. */
  Persistent?: ComponentType
  /** Label areas; `meta` receives the first as `t`. */
  labels?: string[]
  queries?: (input: RouteInput) => PageQuery[]
  /** Chunks that the page needs for this query, loaded in parallel with the data. */
  parts?: (input: Pick<RouteInput, 'search'>) => Part[]
  content?: ContentDirectory[]
  meta: (input: MetaInput) => Meta
}
/** Checks the type of a route module. */
export function defineRoute(route: RouteModule): RouteModule {
  return route
}

export type Features = { isLoyaltyEnabled: boolean; sportsbook: unknown; hidesDocuments: boolean }

/** One entry of the route table. */
export type RouteEntry = {
  path: string
  /** The source path below web/, the key in the build manifest. */
  file: string
  /** Only the home page has this; the chunks of others are in route-chunks.ts. */
  load?: () => Promise<{ route: RouteModule }>
  access?: 'player'
  /** The path has no locale prefix; the page uses the visitor's locale. */
  isUnprefixed?: true
  /** `keep` leaves the scroll position where it is. */
  scroll?: 'keep'
  /** The page signs visitors in itself, so an ended session is removed here without asking for a sign-in. */
  isEntrance?: true
  /** Visitors from restricted countries may read the page. */
  isOpenToAll?: true
  /** The page is always a full document load, because its content security policy differs. */
  isDocument?: true
  /** For search engines. Pages of games and content are added by their addresses. */
  isInSitemap?: true
  /** The page dismisses the preloader itself. */
  holdsPreloader?: (search: URLSearchParams) => boolean
  isDropped?: (features: Features) => boolean
  /** Returns false for parameters that do not match this route. */
  validate?: (params: Record<string, string>) => boolean
  /** Returns the path in the same locale to redirect to, before the page loads. */
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
