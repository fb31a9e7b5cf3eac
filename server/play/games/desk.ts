/** Rounds at the desk: found by id, and in the timeline of a player. */
import { sql } from 'kysely'
import { word } from '../../kernel/desk-words.ts'
import { type DeskSearch, mostFound } from '../../kernel/desk-search.ts'
import { movementSource } from '../../kernel/timeline.ts'
import { inUnits } from '../../reference/index.ts'

export const roundPath = ({ id, studio }: { id: string; studio: string }): string =>
  `/rounds/${encodeURIComponent(id)}?studio=${encodeURIComponent(studio)}`

export const deskSearch: DeskSearch = {
  scope: 'games:read',
  async find(db, text) {
    const rows = await db
      .selectFrom('games.rounds')
      .select(['id', 'studio', 'game_id', 'status'])
      .where('id', '=', text)
      .limit(mostFound)
      .execute()
    return rows.map(({ id, studio, game_id, status }) => ({
      kind: 'round',
      title: id,
      detail: [studio, game_id, word(status)],
      path: roundPath({ id, studio }),
    }))
  },
}

type Round = {
  id: string
  studio: string
  game_id: string
  status: string
  currency: string
  stake: bigint
  won: bigint
}

export const timeline = [
  movementSource<Round>({
    name: 'rounds',
    kind: 'play',
    scope: 'games:read',
    rows: ({ playerId, before, limit }) => sql`
      SELECT first_movement_id AS movement, created_at AS at, id || ' ' || studio AS row_id, id, studio, game_id, status, currency,
        stake, won
      FROM games.rounds WHERE player_id = ${playerId} AND first_movement_id < ${before}::bigint
      ORDER BY first_movement_id DESC LIMIT ${limit}`,
    show: ({ id, studio, game_id, status, currency, stake, won }) => ({
      what: 'round',
      detail: [game_id, `${inUnits(stake, currency).amount} → ${inUnits(won, currency).amount}`],
      state: status,
      amount: inUnits(won - stake, currency),
      path: roundPath({ id, studio }),
    }),
  }),
]
