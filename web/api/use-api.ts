/** Server data in components: TanStack Query, keyed by endpoint and request. */
import { type QueryClient, useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import type { GetRoute, RouteReply, RouteRequest } from '#contract/api.ts'
import { api, type ApiError } from './client.ts'

type Request<R extends GetRoute> = Omit<RouteRequest<R>, 'body'>
type Options<R extends GetRoute> = Omit<UseQueryOptions<RouteReply<R>, ApiError>, 'queryKey' | 'queryFn'>

/** [route, params, query]: the query key of `useApi`, which realtime handlers write to. */
export function apiKey<R extends GetRoute>(route: R, request?: Request<R>): [R, unknown, unknown] {
  return [route, request?.params ?? null, request?.query ?? null]
}

/** `const accounts = useApi('GET /api/wallet/accounts')`; pass `enabled` for reads that need a session. */
export function useApi<R extends GetRoute>(
  route: R,
  request?: Request<R>,
  options?: Options<R>,
): UseQueryResult<RouteReply<R>, ApiError> {
  return useQuery<RouteReply<R>, ApiError>({
    queryKey: apiKey(route, request),
    queryFn: ({ signal }) => callGet(route, request, signal),
    ...options,
  })
}

export function callGet<R extends GetRoute>(
  route: R,
  request?: Request<R>,
  signal?: AbortSignal,
): Promise<RouteReply<R>> {
  return (api as (route: R, request: unknown, options: unknown) => Promise<RouteReply<R>>)(route, request, { signal })
}

/** Invalidates these queries: visible ones are refetched at once, others when next shown. */
export async function invalidate(client: QueryClient, ...routes: GetRoute[]): Promise<void> {
  await Promise.all(routes.map((route) => client.invalidateQueries({ queryKey: [route] })))
}

/**
 * Reads again what is being read: the answer in progress may be older than a push, and lack an object that the push contained.
 * Versions cannot distinguish that from a removed one.
 */
export function readAgainIfReading(client: QueryClient, route: GetRoute): void {
  if (client.isFetching({ queryKey: [route] }) > 0) void invalidate(client, route)
}

/** Updates a query's cached data, as a push or a finished mutation does. */
export function writeApi<R extends GetRoute>(
  client: QueryClient,
  route: R,
  request: Request<R> | undefined,
  change: (held: RouteReply<R>) => RouteReply<R>,
): void {
  client.setQueryData<RouteReply<R>>(apiKey(route, request), (held) => (held === undefined ? held : change(held)))
}
