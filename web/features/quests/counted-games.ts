/** The pages of games on which a task counts: the given ones, or the whole catalogue where it counts on all. */
import type { RouteRequest } from '#contract/api.ts'
import { pageSize } from '../games/requests.ts'

/** `page`: from 1. A page of given games asks for its part of them alone, so a long list stays within one address. */
export function countedGames(
  games: readonly string[] | null,
  page: number,
): Pick<RouteRequest<'GET /api/game/games'>, 'query'> {
  if (games === null) return { query: { page, perPage: pageSize } }
  return { query: { ids: games.slice((page - 1) * pageSize, page * pageSize), perPage: pageSize } }
}
