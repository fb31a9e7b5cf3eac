/** What pages ask the catalogue: one place, so that the server's reads and the browser's have the same key. */
import type { RouteRequest } from '#contract/api.ts'

type GamesRequest = Pick<RouteRequest<'GET /api/game/games'>, 'query'>
export const pageSize = 48

/** Everything the lobby's rails are cut from. */
export const lobbyGames: GamesRequest = { query: { perPage: 100 } }

/** Reads the filters of an address: `search`, `providers[]` and `page`. Unusable values are left out. */
export function gamesRequest(search: URLSearchParams, collection?: string): GamesRequest {
  const text = (search.get('search') ?? '').trim().slice(0, 100)
  const providers = providersOf(search)
  return {
    query: {
      ...(collection && { collection }),
      ...(text && { search: text }),
      ...(providers.length > 0 && { providers }),
      page: pageOf(search),
      perPage: pageSize,
    },
  }
}

export function pageOf(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1
}

export function providersOf(search: URLSearchParams): string[] {
  return search
    .getAll('providers[]')
    .filter((id) => /^[a-z0-9][a-z0-9_-]{0,63}$/.test(id))
    .slice(0, 50)
}

/** True where the lobby shows what was asked for instead of its rails; `?search=` alone asks for everything. */
export function isFiltered(search: URLSearchParams): boolean {
  return search.has('search') || providersOf(search).length > 0
}
