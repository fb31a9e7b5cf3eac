import { query, type PageQuery } from '../../render/page.ts'

/** The query for the matches that a search finds; none without a text. */
export function matchesQuery(search: URLSearchParams): PageQuery[] {
  const text = (search.get('search') ?? '').trim().slice(0, 100)
  return text ? [query('GET /api/game/sportsbook/events', { query: { search: text } })] : []
}
