/** Consumers of tournaments. */
import { sql } from 'kysely'
import { consumer, movements } from '../../facts/consumer.ts'
import { settledRounds } from '../games/settled-rounds.ts'
import { baseCurrency } from '../reference/currencies.ts'
import { freezeRates, subunits } from './internal/runs.ts'

export const scoresConsumer = 'tournament-scores'

/** Adds the rounds of a batch to the scores of all runs that they count in. Nothing is pushed: pages ask. */
const scores = consumer<object>(scoresConsumer, {
  follows: [movements],
  async apply(tx, { movements: range }) {
    if (!range) return
    await freezeRates(tx, null)
    // Whoever joins waits for the batch, so that it is certain from which movement on the rounds count (join.ts).
    const { rows: open } = await sql`
      SELECT id FROM rewards.tournament_runs WHERE state IN ('published', 'running', 'finalising') AND rates IS NOT NULL AND ranked_at IS NULL
      ORDER BY id FOR NO KEY UPDATE`.execute(tx)
    if (open.length === 0) return
    await sql`
      WITH round AS MATERIALIZED (${settledRounds(tx, range).selectAll()}),
      counted AS (
        SELECT run.id AS run_id, run.score_by, run.first_rounds, run.min_stake, round.player_id, round.movement_id,
          round.stake + round.free_stake AS staked, round.won AS won,
          div((round.stake + round.free_stake) * own.base_per, own.per) AS base_stake, div(round.won * own.base_per, own.per) AS base_won
        FROM rewards.tournament_runs AS run
        JOIN round ON round.settled_at >= run.starts_at AND round.settled_at < run.ends_at
          AND (run.games IS NULL OR round.game_id = ANY (run.games))
          AND (run.currencies IS NULL OR round.currency = ANY (run.currencies))
          AND (run.counts_bonus_money OR round.bonus_stake = 0)
          AND (run.counts_free_spins OR round.free_stake = 0)
          AND round.stake + round.free_stake > 0
        CROSS JOIN LATERAL (
          SELECT (${subunits}::jsonb ->> ${baseCurrency})::numeric AS base_per,
            (${subunits}::jsonb ->> round.currency)::numeric * (run.rates ->> round.currency)::numeric AS per) AS own
        LEFT JOIN rewards.tournament_scores AS entered ON entered.run_id = run.id AND entered.player_id = round.player_id
        WHERE run.state IN ('published', 'running', 'finalising') AND run.rates IS NOT NULL AND run.ranked_at IS NULL AND own.per IS NOT NULL
          AND (run.entry = 'automatic' OR entered.joined_after < round.movement_id)
      ),
      scored AS (
        SELECT counted.run_id, counted.score_by, counted.player_id, counted.movement_id,
          coalesce(before.score, 0) AS score, coalesce(before.reached, 0) AS reached, coalesce(before.rounds, 0) AS rounds,
          CASE counted.score_by
            WHEN 'stake' THEN base_stake
            WHEN 'rounds' THEN 1
            WHEN 'net' THEN base_won - base_stake
            WHEN 'multiplier' THEN div(won * 100::numeric, staked)
            WHEN 'multipliers' THEN CASE
              WHEN coalesce(before.rounds, 0) + row_number() OVER (PARTITION BY counted.run_id, counted.player_id ORDER BY counted.movement_id) <= first_rounds
              THEN div(won * 100::numeric, staked) ELSE 0 END
          END AS points
        FROM counted LEFT JOIN rewards.tournament_scores AS before ON before.run_id = counted.run_id AND before.player_id = counted.player_id
        WHERE base_stake >= min_stake
      ),
      summed AS (
        SELECT run_id, player_id, rounds + count(*) AS rounds,
          CASE score_by WHEN 'multiplier' THEN greatest(score, max(points)) ELSE score + sum(points) END AS score,
          CASE score_by
            WHEN 'multiplier' THEN CASE WHEN rounds = 0 OR max(points) > score THEN (array_agg(movement_id ORDER BY points DESC, movement_id))[1] ELSE reached END
            ELSE coalesce(max(movement_id) FILTER (WHERE points <> 0), reached)
          END AS reached
        FROM scored GROUP BY run_id, score_by, player_id, score, reached, rounds
      )
      INSERT INTO rewards.tournament_scores AS entry (run_id, player_id, score, reached, rounds)
      SELECT run_id, player_id, score, reached, rounds FROM summed
      ON CONFLICT (run_id, player_id) DO UPDATE SET score = excluded.score, reached = excluded.reached, rounds = excluded.rounds`.execute(
      tx,
    )
  },
  // Runs that are ranked keep what they are paid by; the lock keeps apart what is being ranked now.
  async reset(tx) {
    const open = await tx
      .selectFrom('rewards.tournament_runs')
      .select('id')
      .where('state', 'in', ['published', 'running', 'finalising'])
      .where('ranked_at', 'is', null)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const ids = open.map(({ id }) => id)
    if (ids.length === 0) return
    await tx.deleteFrom('rewards.tournament_scores').where('run_id', 'in', ids).where('joined_at', 'is', null).execute()
    await tx
      .updateTable('rewards.tournament_scores')
      .set({ score: 0n, reached: 0n, rounds: 0 })
      .where('run_id', 'in', ids)
      .execute()
  },
})

export const consumers = [scores]
