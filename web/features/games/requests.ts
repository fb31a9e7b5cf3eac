/** Catalogue queries in one place, so that server and browser share their keys. */
import type { RouteRequest } from '#contract/api.ts'
import { type PageQuery, query } from '../../render/page.ts'
import { heldRequest, heldRoutes } from '../bonuses/held-request.ts'

type GamesRequest = Pick<RouteRequest<'GET /api/game/games'>, 'query'>
export const pageSize = 48

/** All queries of the lobby's rails. */
export const lobbyGames: GamesRequest = { query: { perPage: 100 } }

/** Parses a URL's filters: `search`, `providers[]` and `page`. Invalid values are dropped. */
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

/** True when the lobby shows results instead of rails; an empty `?search=` lists everything. */
export function isFiltered(search: URLSearchParams): boolean {
  return search.has('search') || providersOf(search).length > 0
}

/** What a player's tiles show beside the game: favourites, open rounds, and the games that a bonus excludes. */
export function tileQueries(isSignedIn: boolean): PageQuery[] {
  if (!isSignedIn) return []
  return [
    query('GET /api/game/games/favorites'),
    query('GET /api/game/open-rounds'),
    query(heldRoutes.bonus, heldRequest),
  ]
}
