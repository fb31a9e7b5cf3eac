/** Builds the queries of the catalogue, so that server and browser use the same keys. */
import type { RouteRequest } from '#contract/api.ts'
import { type PageQuery, query } from '../../render/page.ts'
import { openBonusesRequest, playerBonusRoutes } from '../bonuses/player-bonus-request.ts'

type GamesRequest = Pick<RouteRequest<'GET /api/game/games'>, 'query'>
export const pageSize = 48

/** Requests the games whose rounds can be recalculated. */
export const verifiableGames: GamesRequest = { query: { features: ['provably-fair'], sort: 'name', perPage: 100 } }

type Query = NonNullable<GamesRequest['query']>
const sorts = ['popular', 'newest', 'name', 'return', 'maxWin']
const lists = {
  kinds: ['slot', 'table', 'original', 'dice'],
  volatilities: ['low', 'medium', 'high', 'extreme'],
  features: ['free-spins', 'multipliers', 'ways', 'cascades', 'hold-and-win', 'jackpot', 'live', 'provably-fair'],
} as const
export const filterLists: { [L in keyof typeof lists]: readonly string[] } = lists
export const filterSorts: readonly string[] = sorts
const numbers = ['returnFrom', 'stakeFrom', 'stakeTo'] as const

/** Parses a URL's search, filters, order and page. Invalid values are dropped. */
export function gamesRequest(search: URLSearchParams, collection?: string): GamesRequest {
  const text = (search.get('search') ?? '').trim().slice(0, 100)
  return {
    query: {
      ...(collection && { collection }),
      ...(text && { search: text }),
      ...filtersOf(search),
      page: pageOf(search),
      perPage: pageSize,
    },
  }
}

function filtersOf(search: URLSearchParams): Query {
  const filters: Record<string, unknown> = {}
  const providers = providersOf(search)
  if (providers.length > 0) filters['providers'] = providers
  for (const [name, known] of Object.entries(filterLists)) {
    const chosen = known.filter((value) => search.getAll(`${name}[]`).includes(value))
    if (chosen.length > 0) filters[name] = chosen
  }
  for (const name of numbers) if (/^\d{1,9}$/.test(search.get(name) ?? '')) filters[name] = Number(search.get(name))
  if (sorts.includes(search.get('sort') ?? '')) filters['sort'] = search.get('sort')
  return filters
}

/** Counts the filters of a URL; the sort order is not a filter. */
export function filterCount(search: URLSearchParams): number {
  const { providers = [], kinds = [], volatilities = [], features = [], ...others } = filtersOf(search)
  const single = numbers.filter((name) => others[name] !== undefined).length
  return [providers, kinds, volatilities, features].flat().length + single + (search.has('favorites') ? 1 : 0)
}

/** Returns the filters of a URL unchanged, to keep them in a new search. */
export function filtersKept(search: URLSearchParams): Array<[name: string, value: string]> {
  return [...search].filter(([name]) =>
    /^((providers|kinds|volatilities|features)\[\]|\w+(From|To)|sort|favorites)$/.test(name),
  )
}

/** Returns the query for a URL: of the catalogue, or of the player's favourites. */
export function resultsQuery(search: URLSearchParams, isSignedIn: boolean, collection?: string): PageQuery {
  const request = gamesRequest(search, collection)
  return isSignedIn && search.has('favorites')
    ? query('GET /api/game/games/favorites/filtered', request)
    : query('GET /api/game/games', request)
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

/** Replaces the studio filter of a URL, for the page of one studio. */
export function withProvider(search: URLSearchParams, id: string): URLSearchParams {
  const others = [...search].filter(([name]) => name !== 'providers[]')
  return new URLSearchParams([...others, ['providers[]', id]])
}

/** True when the lobby shows results instead of rails; `?search=` and `?view=all` list everything. */
export function isFiltered(search: URLSearchParams): boolean {
  return ['search', 'view', 'sort'].some((name) => search.has(name)) || filterCount(search) > 0
}

/** Returns the queries that a player's tiles need: favourites, open rounds, and bonuses that exclude games. */
export function tileQueries(isSignedIn: boolean): PageQuery[] {
  if (!isSignedIn) return []
  return [
    query('GET /api/game/games/favorites'),
    query('GET /api/game/open-rounds'),
    query(playerBonusRoutes.bonus, openBonusesRequest),
  ]
}
