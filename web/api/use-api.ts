/** Hooks and helpers for server data. They use TanStack Query with the endpoint and the request as key. */
import { type QueryClient, useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import type { GetRoute, RouteReply, RouteRequest } from '#contract/api.ts'
import { api, type ApiError } from './client.ts'

type Request<R extends GetRoute> = Omit<RouteRequest<R>, 'body'>
type Options<R extends GetRoute> = Omit<UseQueryOptions<RouteReply<R>, ApiError>, 'queryKey' | 'queryFn'>

/** Returns the query key of `useApi`; realtime handlers use it to write data. */
export function apiKey<R extends GetRoute>(route: R, request?: Request<R>): [R, unknown, unknown] {
  return [route, request?.params ?? null, request?.query ?? null]
}

/** Reads an endpoint. Pass the option `enabled` for reads that need a session. */
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

/** Invalidates queries. Those in use are fetched again immediately, others when they are next used. */
export async function invalidate(client: QueryClient, ...routes: GetRoute[]): Promise<void> {
  await Promise.all(routes.map((route) => client.invalidateQueries({ queryKey: [route] })))
}

/**
 * Repeats a query that is being fetched when a push arrives. Its answer may be older than the push and lack the pushed
 * object, and versions cannot tell this from an object that was removed.
 */
export function readAgainIfReading(client: QueryClient, route: GetRoute): void {
  if (client.isFetching({ queryKey: [route] }) > 0) void invalidate(client, route)
}

/** Updates the cached data of a query after a push or a mutation. */
export function writeApi<R extends GetRoute>(
  client: QueryClient,
  route: R,
  request: Request<R> | undefined,
  change: (cached: RouteReply<R>) => RouteReply<R>,
): void {
  client.setQueryData<RouteReply<R>>(apiKey(route, request), (cached) =>
    cached === undefined ? cached : change(cached),
  )
}
