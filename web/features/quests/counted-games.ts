/** Returns the request for a page of the games that count for a task; null stands for all games. */
import type { RouteRequest } from '#contract/api.ts'
import { pageSize } from '../games/requests.ts'

/** Pages start at 1. A page contains only its part of the ids, so that the address does not become too long. */
export function countedGames(
  games: readonly string[] | null,
  page: number,
): Pick<RouteRequest<'GET /api/game/games'>, 'query'> {
  if (games === null) return { query: { page, perPage: pageSize } }
  return { query: { ids: games.slice((page - 1) * pageSize, page * pageSize), perPage: pageSize } }
}
