/** Resolves a URL to a renderable page: match, guards, chunk, labels and queries. */
import type { QueryClient } from '@tanstack/react-query'
import type { ContentDirectory } from '#contract/content.ts'
import type { Profile } from '#contract/identity.ts'
import type { Visitor } from '#contract/pages.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { apiKey } from '../api/use-api.ts'
import { withModal } from '../modals/modal-state.ts'
import { notFoundEntry, routes } from '../routes.ts'
import type { Labels } from './labels.tsx'
import { breakPath, isClosedOnBreak } from './break-pages.ts'
import { localePath, match } from './match.ts'
import { moduleOf } from './route-module.ts'
import {
  type Meta,
  type Page,
  type PageFault,
  type PageQuery,
  query,
  type ReadData,
  type RouteEntry,
  type RouteInput,
  type RouteModule,
} from './page.ts'

export type Loader = {
  visitor: Visitor
  labels: Labels
  client: QueryClient
  /**
   * Loads a query into the cache: in process on the server, by the API in the browser. Throws an error with `status`.
   */
  fetch: (pageQuery: PageQuery) => Promise<unknown>
}
export type Loaded = { redirectTo: string; isPermanent?: true } | { page: Page }

export async function loadPage(url: URL, loader: Loader): Promise<Loaded> {
  const { visitor } = loader
  const found = match(url.pathname, routes, visitor.locales, visitor.locale, visitor.init.config)
  if ('redirectTo' in found) return { ...found, redirectTo: found.redirectTo + url.search }
  const { entry, params, locale } = found
  const localized = (path: string) => localePath(path, locale, visitor.locales)
  if (entry.access === 'player' && !visitor.isSignedIn)
    return { redirectTo: localized(`/${withModal(url.search, 'sign-in')}`) }
  const input: RouteInput = {
    params,
    search: url.searchParams,
    locale,
    country: visitor.init.country,
    isSignedIn: visitor.isSignedIn,
    hasSportsbook: Boolean(visitor.init.config.sportsbook),
  }
  if (entry.redirect) {
    const target = await entry.redirect(input, (route, request) => loader.fetch(query(route, request)) as never)
    if (target !== null) return { redirectTo: (entry.isUnprefixed ? target : localized(target)) + url.search }
  }
  if (visitor.isSignedIn && isClosedOnBreak(entry, url.searchParams) && (await isOnBreak(loader)))
    return { redirectTo: localized(breakPath) }
  return { page: await loadMatched(url, entry, input, loader) }
}

/** The shell reads the profile on every page of a player. */
async function isOnBreak(loader: Loader): Promise<boolean> {
  const profile = await loader.fetch(query('GET /api/player/profile')).catch(() => null)
  return Boolean((profile as Profile | null)?.exclusion)
}

const prefetched = new Set<string>()

/** Loads the page of a link that the visitor may open next. Each path is loaded once, unless it failed. */
export async function prefetch(href: string, loader: Loader): Promise<void> {
  const url = new URL(href)
  if (url.pathname === location.pathname || prefetched.has(url.pathname)) return
  prefetched.add(url.pathname)
  await loadPage(url, loader).catch(() => prefetched.delete(url.pathname))
}

async function loadMatched(url: URL, entry: RouteEntry, input: RouteInput, loader: Loader): Promise<Page> {
  const module = await moduleOf(entry)
  const failure = await loadData(module, input, loader)
  const fault = failure?.fault
  if (fault === 'notFound' && entry !== notFoundEntry) return loadMatched(url, notFoundEntry, input, loader)
  const area = module.labels?.[0] ?? 'shell'
  const meta = failure
    ? { ...errorMeta(loader, input.locale, failure.fault), status: failure.status }
    : module.meta({ ...input, data: reader(loader.client), t: loader.labels.translator(area) })
  // The same applies to a page whose subject does not exist.
  if (meta.status === HttpStatus.notFound && entry !== notFoundEntry)
    return loadMatched(url, notFoundEntry, input, loader)
  return {
    entry,
    module,
    params: input.params,
    locale: input.locale,
    pathname: url.pathname,
    status: meta.status ?? HttpStatus.ok,
    meta,
    ...(fault && { fault }),
  }
}

/**
 * Loads data, labels and parts in parallel. Only a required query can fail the page; components handle the failure of
 * others themselves.
 */
async function loadData(module: RouteModule, input: RouteInput, loader: Loader): Promise<Failure | null> {
  const queries = [
    ...(module.queries?.(input) ?? []),
    ...(module.content ?? []).map((directory) => contentQuery(input.locale, directory)),
  ]
  const failures = await Promise.all([
    ...queries.map((pageQuery) =>
      loader.fetch(pageQuery).then(
        () => null,
        (error: { status?: number }) => failureOf(pageQuery, error),
      ),
    ),
    ...['shell', 'errors', ...(module.labels ?? [])].map((area) => loader.labels.load(area).then(() => null)),
    ...(module.parts?.(input) ?? []).map((part) => part.load().then(() => null)),
  ])
  return failures.find((failure) => failure !== null) ?? null
}

type Failure = { fault: PageFault; status: number }
function failureOf(
  pageQuery: PageQuery,
  { status = HttpStatus.internalServerError }: { status?: number },
): Failure | null {
  if (!pageQuery.isRequired) return null
  if (status === HttpStatus.notFound || status === HttpStatus.unprocessable)
    return { fault: 'notFound', status: HttpStatus.notFound }
  return {
    fault: 'failed',
    status: status === HttpStatus.serviceUnavailable ? HttpStatus.serviceUnavailable : HttpStatus.internalServerError,
  }
}

/** Returns the meta data of the error page; the content's error.title overrides the default. */
export function errorMeta(
  { client, labels }: Pick<Loader, 'client' | 'labels'>,
  locale: string,
  fault: PageFault,
): Meta {
  const layout = client.getQueryData<{ error?: { title?: string } }>(
    apiKey('GET /api/content/{locale}/{directory}', { params: { locale, directory: 'layout' } }),
  )
  const title = layout?.error?.title ?? labels.translator('errors')(fault === 'notFound' ? 'notFound' : 'title')
  return { title, noIndex: true }
}

export function contentQuery(locale: string, directory: ContentDirectory): PageQuery {
  return query('GET /api/content/{locale}/{directory}', { params: { locale, directory } })
}

function reader(client: QueryClient): ReadData {
  return (route, request) => client.getQueryData(apiKey(route, request as never))
}

/** Returns the queries that the shell needs on every page. */
export function shellQueries(visitor: Visitor): PageQuery[] {
  const everyone = [
    query('GET /api/settings/currencies'),
    query('GET /api/game/collections'),
    contentQuery(visitor.locale, 'layout'),
  ]
  if (!visitor.isSignedIn) return everyone
  return [
    ...everyone,
    query('GET /api/player/profile'),
    query('GET /api/wallet/accounts'),
    query('GET /api/notification/messenger/messages', { query: { page: 1, perPage: 3 } }),
  ]
}
