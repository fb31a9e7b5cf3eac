/** Sums movements by day. Each counts once, in the transaction that advances the consumer's position. */
import { sql } from 'kysely'
import type { Tx } from '../deps.ts'
import { consumer, movements, type Range } from '../kernel/facts/consumer.ts'

const days = consumer<object>('report-days', {
  follows: [movements],
  async apply(tx, { movements: range }) {
    if (!range) return
    await addPlayerDays(tx, range)
    await addGameDays(tx, range)
  },
  async reset(tx) {
    await tx.deleteFrom('reports.player_days').execute()
    await tx.deleteFrom('reports.game_days').execute()
  },
})

async function addPlayerDays(tx: Tx, { after, upTo }: Range): Promise<void> {
  await sql`
    INSERT INTO reports.player_days AS known (day, player_id, currency, kind, movements, cash, bonus, held, vault)
    SELECT day, player_id, currency, kind, count(DISTINCT movement_id),
      coalesce(sum(amount) FILTER (WHERE bucket = 'cash'), 0), coalesce(sum(amount) FILTER (WHERE bucket = 'bonus'), 0),
      coalesce(sum(amount) FILTER (WHERE bucket = 'held'), 0), coalesce(sum(amount) FILTER (WHERE bucket = 'vault'), 0)
    FROM reports.entries
    WHERE movement_id > ${after} AND movement_id <= ${upTo} AND entry_of > ${after} AND entry_of <= ${upTo}
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (day, player_id, currency, kind) DO UPDATE SET movements = known.movements + excluded.movements,
      cash = known.cash + excluded.cash, bonus = known.bonus + excluded.bonus, held = known.held + excluded.held,
      vault = known.vault + excluded.vault`.execute(tx)
}

async function addGameDays(tx: Tx, { after, upTo }: Range): Promise<void> {
  await sql`
    INSERT INTO reports.game_days AS known (day, studio, game_id, currency, country, stake_level, rounds, wins, stake,
      bonus_stake, free_stake, won, stake_squares, won_squares)
    SELECT day, studio, game_id, currency, country, stake_level, count(*), count(*) FILTER (WHERE won > 0), sum(stake),
      sum(bonus_stake), sum(free_stake), sum(won), sum((stake + free_stake)::numeric ^ 2), sum(won::numeric ^ 2)
    FROM reports.rounds
    WHERE movement_id > ${after} AND movement_id <= ${upTo} AND settled_by > ${after} AND settled_by <= ${upTo}
    GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (day, studio, game_id, currency, country, stake_level) DO UPDATE SET
      rounds = known.rounds + excluded.rounds, wins = known.wins + excluded.wins, stake = known.stake + excluded.stake,
      bonus_stake = known.bonus_stake + excluded.bonus_stake, free_stake = known.free_stake + excluded.free_stake,
      won = known.won + excluded.won, stake_squares = known.stake_squares + excluded.stake_squares,
      won_squares = known.won_squares + excluded.won_squares`.execute(tx)
}

export const consumers = [days]
