/** What the server hands to the browser inside the page: one JSON block, escaped so that no text in it can end it. */
import { QueryClient } from '@tanstack/react-query'
import type { Catalogue } from './labels.tsx'
import type { PageFault, Visitor } from './page.ts'

export type PageState = {
  visitor: Visitor
  labels: Catalogue
  cache: Array<[key: readonly unknown[], data: unknown]>
  status: number
  fault: PageFault | null
}
export const stateElementId = 'state'

/** Nothing is fetched twice because a page was just made with it; nothing is retried, as the specification says. */
export function createClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 60_000, refetchOnWindowFocus: false, refetchOnReconnect: false },
      mutations: { retry: false },
    },
  })
}

export function fill(client: QueryClient, cache: PageState['cache']): void {
  for (const [key, data] of cache) client.setQueryData(key, data)
}
