/** How much of a stake at a game counts towards the wager of the bonus that is played with; its terms decide, as they were when it was given. */
import type { Deps } from '../../deps.ts'
import type { Terms } from './internal/rows.ts'

/** 0 where the bonus may not be played with at this game at all, else 100. */
export async function wagerPercentOf(
  { db }: Pick<Deps, 'db'>,
  { playerId, currency, gameId }: { playerId: string; currency: string; gameId: string },
): Promise<number> {
  const { rows } = await db.pool.query<{ terms: Terms }>({
    name: 'bonuses-active-terms',
    text: 'SELECT terms FROM bonuses.player_bonuses WHERE player_id = $1 AND currency = $2 AND status = 2',
    values: [playerId, currency],
  })
  return rows[0]?.terms.excludedGames.includes(gameId) ? 0 : 100
}
