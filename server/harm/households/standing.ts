/** Of a player's standing: others of the same household, where the second welcome bonus was flagged. */
import { say, word } from '../../kernel/desk-words.ts'
import type { Standing } from '../../kernel/standing.ts'

const mostShown = 5

export const standing: Standing = {
  scope: 'protection:read',
  async read({ db }, playerId) {
    const rows = await db.kysely
      .selectFrom('bonuses.household_flags')
      .select(['player_id', 'other_player_id', 'matches', 'decision', 'flagged_at'])
      .where((eb) => eb.or([eb('player_id', '=', playerId), eb('other_player_id', '=', playerId)]))
      .orderBy('flagged_at', 'desc')
      .limit(mostShown)
      .execute()
    return rows.map(({ player_id, other_player_id, matches, decision, flagged_at }) => {
      const other = player_id === playerId ? other_player_id : player_id
      return {
        level: decision === null ? 'waiting' : 'fact',
        what: 'household',
        detail: [
          other.slice(0, 8),
          ...matches.map((match) => say(`harm.match.${match}`)),
          ...(decision === null ? [] : [word(decision)]),
        ],
        since: flagged_at,
        path: decision === null ? '/households' : `/players/${other}`,
      }
    })
  },
}
