/** Reads a paged list. The first page is loaded with the document, further ones on demand. */
import { type QueryKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { GetRoute, RouteReply, RouteRequest } from '#contract/api.ts'
import { apiKey, callGet } from '../../../api/use-api.ts'

type Request<R extends GetRoute> = Omit<RouteRequest<R>, 'body'>
type Paged<R extends GetRoute, C> = {
  route: R
  /** Returns the request for a page; null stands for the first. */
  request: (cursor: C | null) => Request<R>
  /** Returns the cursor of the next page; null after the last. */
  next: (page: RouteReply<R>) => C | null
}

export function usePages<R extends GetRoute, C>({ route, request, next }: Paged<R, C>) {
  const client = useQueryClient()
  const firstKey = apiKey(route, request(null))
  const pages = useInfiniteQuery<RouteReply<R>, Error, RouteReply<R>[], QueryKey, C | null>({
    queryKey: [...firstKey, 'pages'],
    queryFn: ({ pageParam, signal }) => callGet(route, request(pageParam as C | null), signal),
    initialPageParam: null,
    getNextPageParam: (page) => next(page),
    select: ({ pages: loaded }) => loaded,
    initialData: () => {
      const first = client.getQueryData<RouteReply<R>>(firstKey)
      return first && { pages: [first], pageParams: [null] }
    },
    initialDataUpdatedAt: () => client.getQueryState(firstKey)?.dataUpdatedAt,
  })
  return {
    pages: pages.data,
    isError: pages.isError,
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    more: () => void pages.fetchNextPage(),
    retry: () => void pages.refetch(),
  }
}
