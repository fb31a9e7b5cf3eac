/** The state that the server embeds in the page as one JSON block. */
import { QueryClient } from '@tanstack/react-query'
import type { LabelCatalogue, Visitor } from '#contract/pages.ts'
import type { PageFault } from './page.ts'

export type PageState = {
  visitor: Visitor
  labels: LabelCatalogue
  cache: Array<[key: readonly unknown[], data: unknown]>
  /** The query of the address, without keys that no page reads. */
  search: string
  status: number
  fault: PageFault | null
}
export const stateElementId = 'state'

/** Configures no refetch right after rendering, and no retries, as the specification requires. */
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
