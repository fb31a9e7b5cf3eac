/** What the server hands to the browser inside the page: one JSON block, escaped so that no text in it can end it. */
import { QueryClient } from '@tanstack/react-query'
import type { Catalogue } from './labels.tsx'
import type { PageFault, Visitor } from './page.ts'

export type PageState = { visitor: Visitor; labels: Catalogue; cache: Array<[key: readonly unknown[], data: unknown]>; status: number; fault: PageFault | null }
export const stateElementId = 'state'

/** Nothing is fetched twice because a page was just made with it; nothing is retried, as the specification says. */
export function createClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 60_000, refetchOnWindowFocus: false, refetchOnReconnect: false }, mutations: { retry: false } },
  })
}

/** The visitor holds these already, so they are not sent a second time. */
const heldByVisitor = new Set<unknown>(['GET /api/player/init', 'GET /api/settings/locales'])

export function dehydrate(client: QueryClient): PageState['cache'] {
  return client.getQueryCache().getAll()
    .filter((entry) => entry.state.status === 'success' && !heldByVisitor.has(entry.queryKey[0]))
    .map((entry) => [entry.queryKey, entry.state.data])
}

export function fill(client: QueryClient, visitor: Visitor, cache: PageState['cache']): void {
  client.setQueryData(['GET /api/player/init', null, null], visitor.init)
  client.setQueryData(['GET /api/settings/locales', null, null], visitor.locales)
  for (const [key, data] of cache) client.setQueryData(key, data)
}

const escapes: Record<string, string> = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026', '\u2028': '\\u2028', '\u2029': '\\u2029' }
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]/g, (character) => escapes[character]!)
}
