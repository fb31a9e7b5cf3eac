/** Consumers of tournaments. */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/db/connect.ts'
import { consumer, movements, type Range } from '../../kernel/facts/consumer.ts'
import { baseCurrency, leaveNewerCurrencies } from '../../reference/index.ts'
import { settledRounds } from '../../play/index.ts'
import { freezeRates, subunits } from './internal/runs.ts'

export const scoresConsumer = 'tournament-scores'

const isCounted = (run: RawBuilder<unknown>) =>
  sql`${run}.state IN ('published', 'running', 'finalising') AND ${run}.rates IS NOT NULL AND ${run}.ranked_at IS NULL`

/** CTEs: the rounds of a range, once for each run in which they count, with what the player had before. */
const countedRounds = (tx: Tx, range: Range, kinds: RawBuilder<unknown>) => sql`
  round AS MATERIALIZED (${settledRounds(tx, range).selectAll()}),
  counted AS (
    SELECT run.id AS run_id, run.score_by, run.first_rounds, run.best_rounds, run.multiplier_cap, round.player_id, round.movement_id,
      own.base_stake, div(round.won * own.base_per, own.per) AS base_won, div(round.won * 100::numeric, round.stake + round.free_stake) AS multiplier,
      coalesce(entered.score, 0) AS score, coalesce(entered.reached, 0) AS reached, coalesce(entered.rounds, 0) AS rounds,
      coalesce(entered.best, '{}') AS best,
      coalesce(entered.rounds, 0) + row_number() OVER (PARTITION BY run.id, round.player_id ORDER BY round.movement_id) AS number
    FROM rewards.tournament_runs AS run
    JOIN round ON round.settled_at >= run.starts_at AND round.settled_at < run.ends_at
      AND (run.games IS NULL OR round.game_id = ANY (run.games))
      AND (run.currencies IS NULL OR round.currency = ANY (run.currencies))
      AND (run.counts_bonus_money OR round.bonus_stake = 0)
      AND (run.counts_free_spins OR round.free_stake = 0)
      AND round.stake + round.free_stake > 0
    CROSS JOIN LATERAL (
      SELECT base_per, per, div((round.stake + round.free_stake) * base_per, per) AS base_stake FROM (
        SELECT (${subunits}::jsonb ->> ${baseCurrency})::numeric AS base_per,
          (${subunits}::jsonb ->> round.currency)::numeric * (run.rates ->> round.currency)::numeric AS per) AS rate) AS own
    LEFT JOIN rewards.tournament_scores AS entered ON entered.run_id = run.id AND entered.player_id = round.player_id
    WHERE ${isCounted(sql`run`)} AND ${kinds} AND own.per IS NOT NULL AND own.base_stake >= run.min_stake
      AND (run.entry = 'automatic' OR entered.joined_after < round.movement_id)
  )`

/** Scores to which each round adds something, or that are the highest of something. */
async function add(tx: Tx, range: Range): Promise<void> {
  await sql`
    WITH ${countedRounds(tx, range, sql`run.score_by <> 'equalised'`)},
    scored AS (
      SELECT counted.*, CASE score_by
          WHEN 'stake' THEN base_stake
          WHEN 'rounds' THEN 1
          WHEN 'net' THEN base_won - base_stake
          WHEN 'multiplier' THEN multiplier
          WHEN 'multipliers' THEN CASE WHEN number <= first_rounds THEN multiplier ELSE 0 END
        END AS points
      FROM counted
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
}

/** The best of the first rounds. A round raises the score unless as many before it were at least as good as count. */
async function equalise(tx: Tx, range: Range): Promise<void> {
  await sql`
    WITH ${countedRounds(tx, range, sql`run.score_by = 'equalised'`)},
    capped AS (SELECT counted.*, least(multiplier, multiplier_cap)::bigint AS points, number <= first_rounds AS is_first FROM counted),
    judged AS (
      SELECT capped.*, is_first AND points > 0 AND best_rounds > (SELECT count(*) FROM unnest(best) AS earlier WHERE earlier >= points)
        + (SELECT count(*) FROM capped AS earlier WHERE earlier.run_id = capped.run_id AND earlier.player_id = capped.player_id
            AND earlier.number < capped.number AND earlier.points >= capped.points) AS raises
      FROM capped
    ),
    summed AS (
      SELECT run_id, player_id, rounds + count(*) AS rounds, coalesce(max(movement_id) FILTER (WHERE raises), reached) AS reached,
        ARRAY(SELECT one FROM unnest(best || array_agg(points) FILTER (WHERE is_first)) AS one ORDER BY one DESC LIMIT best_rounds) AS best
      FROM judged GROUP BY run_id, player_id, rounds, reached, best, best_rounds
    )
    INSERT INTO rewards.tournament_scores AS entry (run_id, player_id, score, reached, rounds, best)
    SELECT run_id, player_id, (SELECT coalesce(sum(one), 0) FROM unnest(best) AS one), reached, rounds, best FROM summed
    ON CONFLICT (run_id, player_id) DO UPDATE SET score = excluded.score, reached = excluded.reached, rounds = excluded.rounds, best = excluded.best`.execute(
    tx,
  )
}

/** Adds the rounds of a batch to the scores of all runs that they count in. Nothing is pushed: pages ask. */
const scores = consumer<object>(scoresConsumer, {
  follows: [movements],
  async apply(tx, { movements: range }) {
    if (!range) return
    await leaveNewerCurrencies(tx, range)
    await freezeRates(tx, null)
    // Whoever joins waits for the batch, so that it is certain from which movement on the rounds count (join.ts).
    const { rows: open } = await sql<{ score_by: string }>`
      SELECT score_by FROM rewards.tournament_runs WHERE ${isCounted(sql`tournament_runs`)} ORDER BY id FOR NO KEY UPDATE`.execute(
      tx,
    )
    const kinds = new Set(open.map(({ score_by }) => score_by))
    if (kinds.delete('equalised')) await equalise(tx, range)
    if (kinds.size > 0) await add(tx, range)
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
      .set({ score: 0n, reached: 0n, rounds: 0, best: null })
      .where('run_id', 'in', ids)
      .execute()
  },
})

export const consumers = [scores]
