/** Renders a page on the server. The result is a redirect or the parts of a document with its status. */
import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { PageAnswer, PageRedirect, PageRequest, Read, Visitor } from '#contract/pages.ts'
import { apiKey } from '../api/use-api.ts'
import { App } from './app.tsx'
import { headTags, titleOf, withAddresses } from './head.ts'
import { Labels } from './labels.tsx'
import { withModal } from '../modals/modal-state.ts'
import type { Part } from './later.ts'
import { type Loader, loadPage, shellQueries } from './load.ts'
import { routeChunksFile } from './route-module.ts'
import { defaultLocale, localePath, match, splitLocale } from './match.ts'
import { Navigator } from './navigate.ts'
import type { Page } from './page.ts'
import { createClient } from './state.ts'
import { escapeJson, writeState } from './write-state.ts'
import { loadPlayerPart, playerPartFile } from '../shell/player-part.ts'
import { routes } from '../routes.ts'

type Prepared = { kind: 'ready'; tree: ReactElement; visitor: Visitor; labels: Labels; client: QueryClient; page: Page }

/**
 * Does everything before rendering: match, guards, data. It is separate because a benchmark measures rendering alone.
 */
export async function preparePage(request: PageRequest): Promise<Prepared | PageRedirect> {
  // Concatenated, because resolving a path that starts with two slashes would change the host.
  const url = new URL(request.origin + request.url)
  const redirect = localeRedirect(url, request.visitor)
  if (redirect) return redirect
  const visitor = { ...request.visitor, locale: localeOf(url, request.visitor) }
  const labels = new Labels(visitor.locale, request.labels(visitor.locale), null)
  const client = createClient()
  const loader: Loader = { visitor, labels, client, fetch: fetchOnce(client, request.read(visitor.locale)) }
  const shell = Promise.allSettled(shellQueries(visitor).map((pageQuery) => loader.fetch(pageQuery)))
  const loaded = await loadPage(url, loader)
  if ('redirectTo' in loaded) {
    const { prefix } = splitLocale(url.pathname, visitor.locales)
    const next = splitLocale(new URL(loaded.redirectTo, url).pathname, visitor.locales)
    return {
      kind: 'redirect',
      to: loaded.redirectTo,
      ...(loaded.isPermanent && { isPermanent: true }),
      ...(prefix !== null && next.prefix === null && { chosenLocale: prefix }),
    }
  }
  await Promise.all([shell, visitor.isSignedIn && loadPlayerPart()])
  return {
    kind: 'ready',
    tree: <App navigator={new Navigator(loader, loaded.page, url.search)} />,
    visitor,
    labels,
    client,
    page: loaded.page,
  }
}

/** Runs each query once and writes its result directly to the cache: the server needs no retries or cancellation. */
function fetchOnce(client: QueryClient, read: Read): Loader['fetch'] {
  const answers = new Map<string, Promise<unknown>>()
  return ({ route, request }) => {
    const queryKey = apiKey(route, request as never)
    const queryHash = hashKey(queryKey)
    let answer = answers.get(queryHash)
    if (!answer) {
      answers.set(
        queryHash,
        (answer = read(route, request).then((data) => {
          client.getQueryCache().build(client, { queryKey, queryHash, initialData: data })
          return data
        })),
      )
    }
    return answer
  }
}

/** React adds a preload for each image, which is useless because the image follows in the same flush. */
const imagePreload = /<link rel="preload" as="image"[^>]*>/g

export async function renderPage(request: PageRequest): Promise<PageAnswer> {
  const prepared = await preparePage(request)
  if (prepared.kind === 'redirect') return prepared
  const { tree, visitor, labels, client, page } = prepared
  const body = renderToString(tree).replaceAll(imagePreload, '')
  const head = { visitor, client, origin: request.origin }
  const title = titleOf(page, head)
  const state = writeState(
    {
      visitor,
      labels: labels.catalogue(),
      search: new URL(`http://site${request.url}`).search,
      status: page.status,
      fault: page.fault ?? null,
    },
    client,
  )
  return {
    kind: 'page',
    status: page.status,
    locale: visitor.locale,
    direction: visitor.locales.find(({ code }) => code === visitor.locale)?.direction ?? 'ltr',
    title,
    head: headTags(page, head, title),
    jsonLd: page.meta.jsonLd ? escapeJson(withAddresses(page.meta.jsonLd, page.locale, head)) : null,
    body,
    state,
    files: [
      page.entry.file,
      ...(page.entry.load ? [] : [routeChunksFile]),
      ...partsOf(page, request.url).flatMap(({ file, isLate }) => (isLate ? [] : file)),
      ...(visitor.isSignedIn ? [playerPartFile] : []),
    ],
    lateFiles: partsOf(page, request.url).flatMap(({ file, isLate }) => (isLate ? file : [])),
  }
}

function partsOf({ module, fault }: Page, url: string): Part[] {
  // Concatenated, because a path may start with two slashes.
  const search = new URL(`http://site${url}`).searchParams
  return fault ? [] : (module.parts?.({ search }) ?? [])
}

/**
 * Returns the address to redirect to when a session has ended: the sign-in on the home page, in the locale of the URL
 * and with its query. Returns null on a page that signs visitors in itself, and if the URL is that address.
 */
export function signInAddress(path: string, { locale: preferred, locales, init }: Visitor): string | null {
  const url = new URL(`http://site${path}`)
  const found = match(url.pathname, routes, locales, preferred, init.config)
  if ('entry' in found && found.entry.isEntrance) return null
  const home = localePath('/', localeOf(url, { locale: preferred, locales, init }), locales)
  return url.pathname === home && url.searchParams.has('sign-in') ? null : home + withModal(url.search, 'sign-in')
}

/** Redirects a path without prefix to the visitor's locale, if that is not the default. */
function localeRedirect(url: URL, visitor: Visitor): PageRedirect | null {
  const { prefix, path } = splitLocale(url.pathname, visitor.locales)
  if (prefix !== null || visitor.locale === defaultLocale(visitor.locales)) return null
  const found = match(url.pathname, routes, visitor.locales, visitor.locale, visitor.init.config)
  if (!('entry' in found) || found.entry.isUnprefixed) return null
  return { kind: 'redirect', to: localePath(path, visitor.locale, visitor.locales) + url.search }
}

function localeOf(url: URL, visitor: Pick<Visitor, 'locale' | 'locales' | 'init'>): string {
  const found = match(url.pathname, routes, visitor.locales, visitor.locale, visitor.init.config)
  return 'locale' in found ? found.locale : visitor.locale
}
