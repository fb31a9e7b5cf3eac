/**
 * Adds each settled round to its week: the week in which it was settled, however long ago it was staked. A sports bet
 * counts in the week of each decision, so a correction counts in that in which it was made.
 */
import { sql } from 'kysely'
import { consumer, movements } from '../../kernel/facts/consumer.ts'
import { settledRounds } from '../../play/index.ts'
import { decidedBets } from '../../sports/index.ts'

const cashback = consumer<object>('cashback', {
  follows: [movements],
  async apply(tx, { movements: range }) {
    if (!range) return
    // Rounds with bonus money or free spins do not count: their loss is not the player's.
    const rounds = settledRounds(tx, range)
      .where('bonus_stake', '=', 0n)
      .where('free_stake', '=', 0n)
      .where('stake', '>', 0n)
      .select(['player_id', 'currency', 'settled_at', 'stake', 'won'])
    await sql`
      INSERT INTO rewards.cashback_periods AS period (player_id, currency, starts_at, staked, won, rounds)
      SELECT player_id, currency, date_trunc('week', settled_at, 'UTC'), sum(stake), sum(won), count(*)
      FROM (${rounds}) AS round GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (player_id, currency, starts_at) DO UPDATE
      SET staked = period.staked + EXCLUDED.staked, won = period.won + EXCLUDED.won, rounds = period.rounds + EXCLUDED.rounds
      WHERE period.settled_at IS NULL`.execute(tx)
    const bets = decidedBets(tx, range).select(['player_id', 'currency', 'decided_at', 'staked', 'won'])
    await sql`
      INSERT INTO rewards.cashback_periods AS period (player_id, currency, starts_at, staked, won, rounds, sports_staked, sports_won)
      SELECT player_id, currency, date_trunc('week', decided_at, 'UTC'), 0, 0, 0, sum(staked), sum(won)
      FROM (${bets}) AS bet GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (player_id, currency, starts_at) DO UPDATE
      SET sports_staked = period.sports_staked + EXCLUDED.sports_staked, sports_won = period.sports_won + EXCLUDED.sports_won
      WHERE period.settled_at IS NULL`.execute(tx)
  },
  /** Weeks that were settled stay as they are. */
  reset: async (tx) => {
    await tx.deleteFrom('rewards.cashback_periods').where('settled_at', 'is', null).execute()
  },
})

export const consumers = [cashback]
