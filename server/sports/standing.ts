/** Of a player's standing: debts from corrected bets, and bets that are not decided. */
import { type Kysely, sql } from 'kysely'
import { word } from '../kernel/desk-words.ts'
import type { Tables } from '../kernel/db/tables.ts'
import type { Standing } from '../kernel/standing.ts'
import { inUnits } from '../reference/index.ts'

type Sum = { currency: string; amount: bigint; bets: number }

export const standing: Standing = {
  scope: 'games:read',
  async read({ db }, playerId) {
    const path = `/players/${playerId}?kind=play`
    const itemOf = (level: 'urgent' | 'fact', what: string) => (sum: Sum) => ({
      level,
      what,
      detail: [word('bets', { count: String(sum.bets) })],
      amount: inUnits(sum.amount, sum.currency),
      path,
    })
    const [debts, open] = await Promise.all([
      sums(db.kysely, playerId, 'debt'),
      sums(db.kysely, playerId, 'open_stake'),
    ])
    return [...debts.map(itemOf('urgent', 'sportsDebt')), ...open.map(itemOf('fact', 'openBets'))]
  },
}

async function sums(db: Kysely<Tables>, playerId: string, column: 'debt' | 'open_stake'): Promise<Sum[]> {
  const filter = column === 'debt' ? sql`debt > 0` : sql`ended_at IS NULL`
  const { rows } = await sql<Sum>`
    SELECT currency, sum(${sql.ref(column)})::bigint AS amount, count(*)::int AS bets FROM sports.bets
    WHERE player_id = ${playerId} AND ${filter} GROUP BY currency ORDER BY currency`.execute(db)
  return rows
}
