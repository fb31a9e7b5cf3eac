/**
 * Hydrates the page with the tree and data that the server rendered, then starts to follow links and sessions.
 * Resolves when hydration is complete.
 */
import { startTransition } from 'react'
import type { QueryClient } from '@tanstack/react-query'
import { hydrateRoot } from 'react-dom/client'
import * as HttpStatus from '#contract/statuses.ts'
import { apiKey, callGet } from '../api/use-api.ts'
import { notFoundEntry, routes } from '../routes.ts'
import { keepFocusInView } from '../device/focus-in-view.ts'
import { loadPlayerPart } from '../shell/player-part.ts'
import { App } from './app.tsx'
import { Labels } from './labels.tsx'
import type { Loader } from './load.ts'
import { match } from './match.ts'
import { Navigator } from './navigate.ts'
import { nextTask } from './next-task.ts'
import { onceHydrated } from './once-hydrated.ts'
import type { Page } from './page.ts'
import { listenToLinks } from './prefetch.ts'
import { followSession } from './follow-session.ts'
import { moduleOf } from './route-module.ts'
import { createClient, fill, type PageState, stateElementId } from './state.ts'
import { watchUnhandled } from './unhandled.ts'

export async function hydrate(): Promise<Navigator> {
  const stateElement = document.getElementById(stateElementId)!
  const state = JSON.parse(stateElement.textContent) as PageState
  // Otherwise a player's data would stay in the document after the session has ended.
  stateElement.remove()
  const client = createClient()
  fill(client, state.cache)
  const labels = new Labels(state.visitor.locale, state.labels, fetchLabels)
  const loader: Loader = { visitor: state.visitor, labels, client, fetch: fetcher(client) }
  const [page] = await Promise.all([pageOf(state, loader), state.visitor.isSignedIn && loadPlayerPart()])
  const navigator = new Navigator(loader, page, location.search, state.search)
  watchUnhandled(navigator)
  await nextTask()
  // As a transition, hydration yields to input instead of blocking the thread.
  startTransition(
    () =>
      void hydrateRoot(document.getElementById('root')!, <App navigator={navigator} />, { onRecoverableError: log }),
  )
  await nextTask()
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', () => (history.scrollRestoration = 'auto'))
  addEventListener('popstate', () => void navigator.follow())
  listenToLinks(navigator)
  keepFocusInView()
  followSession(navigator)
  await new Promise<void>(onceHydrated)
  return navigator
}

/**
 * React has already rendered the differing part again, for example where an extension changed it, so nothing failed.
 */
const log = (error: unknown) => console.error(error)

/** Returns the server-rendered page. Its data is in the cache, so only the chunk has to load. */
async function pageOf(state: PageState, { visitor, labels }: Loader): Promise<Page> {
  const found = match(location.pathname, routes, visitor.locales, visitor.locale, visitor.init.config)
  const matched = 'entry' in found ? found : { entry: notFoundEntry, params: {} }
  const entry = state.status === HttpStatus.notFound ? notFoundEntry : matched.entry
  const module = await moduleOf(entry)
  for (const area of Object.keys(state.labels)) labels.translator(area)
  return {
    entry,
    module,
    params: matched.params,
    locale: visitor.locale,
    pathname: location.pathname,
    status: state.status,
    meta: { title: document.title },
    ...(state.fault && { fault: state.fault }),
  }
}

const contentStaleMs = 300_000
function fetcher(client: QueryClient): Loader['fetch'] {
  return ({ route, request }) => {
    const isContent = route.startsWith('GET /api/content') || route.startsWith('GET /api/settings')
    return client.fetchQuery({
      // Without a connection a page fails at once, so that a press is answered; queries of views wait for one.
      networkMode: 'always',
      queryKey: apiKey(route, request as never),
      queryFn: () => callGet(route, request as never),
      ...(isContent && { staleTime: contentStaleMs }),
    })
  }
}

async function fetchLabels(locale: string, area: string) {
  const version = document.documentElement.dataset.catalogue
  const answer = await fetch(`/labels/${locale}/${area}.json?v=${version}`)
  if (!answer.ok) throw new Error(`no labels ${area}`)
  return answer.json()
}
