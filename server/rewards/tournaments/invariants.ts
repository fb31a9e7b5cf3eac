/** Conditions on tournaments, rewards and the ledger together, each a query that returns no row. */
import type { Invariant } from '../../ledger/index.ts'

const sources = `prize.source IN ('tournament', 'pool') AND prize.source_id = run.identity`
const prizes = `coalesce((SELECT sum(amount) FROM rewards.grants AS prize WHERE ${sources}
  AND prize.reward = 'cash' AND prize.status IN (STATUSES)), 0)`
const entered = `coalesce((SELECT sum(price) FROM rewards.tournament_entries AS entry WHERE entry.run_id = run.id
  AND entry.refunded_at IS NULL), 0)`

export const invariants: Invariant[] = [
  {
    name: 'the pool of a finished tournament, with its entries less fees, equals what was paid or is due to winners, and what was returned',
    sql: `SELECT run.identity, run.pool, run.collected, run.fees, run.returned FROM rewards.tournament_runs AS run
      WHERE run.state = 'finished' AND run.pool + run.collected - run.fees <> run.returned + ${prizes.replace('STATUSES', "'paid', 'due'")}
        OR run.state = 'cancelled' AND run.returned NOT IN (0, run.pool)`,
  },
  {
    name: 'the prize account equals the pools and entries of tournaments, less what was paid, returned and taken as fees',
    sql: `SELECT held.balance, expected.amount FROM
      (SELECT coalesce(sum(balance), 0) AS balance FROM ledger.balances WHERE address LIKE 'house:prizes:%') AS held,
      (SELECT coalesce(sum(${entered} + CASE WHEN run.state IN ('running', 'finalising', 'finished') OR run.state = 'cancelled' AND run.returned > 0
          THEN run.pool - run.returned - run.fees - ${prizes.replace('STATUSES', "'paid'")} ELSE 0 END), 0) AS amount
        FROM rewards.tournament_runs AS run) AS expected
      WHERE held.balance <> expected.amount`,
  },
  {
    name: 'an entry of a tournament was paid once with its price, and refunded once or not at all, to the same account',
    sql: `SELECT paid.id, paid.kind, movement.id AS movement FROM (
        SELECT id, player_id, -price AS amount, 'tournament-entry' AS kind, movement_id FROM rewards.tournament_entries
        UNION ALL SELECT id, player_id, price, 'tournament-entry-returned', refund_movement_id FROM rewards.tournament_entries WHERE refunded_at IS NOT NULL) AS paid
      FULL JOIN (SELECT * FROM ledger.movements WHERE kind IN ('tournament-entry', 'tournament-entry-returned')) AS movement
        ON movement.id = paid.movement_id AND movement.kind = paid.kind
      WHERE (movement.reference_id = paid.id::text AND EXISTS (
          SELECT FROM ledger.entries AS moved JOIN wallet.accounts AS wallet ON wallet.id = movement.wallet_id
          WHERE moved.movement_id = movement.id AND moved.account_id = wallet.first_account_id AND wallet.player_id = paid.player_id
            AND moved.amount = paid.amount)) IS NOT TRUE`,
  },
  {
    name: 'a tournament with a buy-in is played by those who paid, and what it collected is what they paid',
    sql: `SELECT run.identity, run.collected, ${entered} AS entered FROM rewards.tournament_runs AS run
      WHERE run.state <> 'cancelled' AND run.buy_in IS NOT NULL AND (run.state <> 'published' AND run.collected <> ${entered}
        OR EXISTS (SELECT FROM rewards.tournament_entries AS entry WHERE entry.run_id = run.id AND entry.price <> run.buy_in)
        OR EXISTS (SELECT FROM rewards.tournament_scores AS score FULL JOIN (
            SELECT * FROM rewards.tournament_entries WHERE refunded_at IS NULL) AS paid ON paid.run_id = score.run_id AND paid.player_id = score.player_id
          WHERE coalesce(score.run_id, paid.run_id) = run.id AND (score.run_id IS NULL OR paid.run_id IS NULL)))`,
  },
  {
    name: 'fees of a tournament are taken once it is ranked, for each entry',
    sql: `SELECT run.identity, run.fees, run.collected FROM rewards.tournament_runs AS run
      WHERE run.fees <> CASE WHEN run.buy_in IS NULL OR run.ranked_at IS NULL THEN 0 ELSE run.collected / run.buy_in * run.fee END
        OR run.fees <> coalesce((SELECT sum(entry.amount) FROM ledger.movements AS movement JOIN ledger.entries AS entry ON entry.movement_id = movement.id
          WHERE movement.actor = 'tournaments' AND movement.idempotency_key = run.identity || ':fees' AND entry.amount > 0), 0)`,
  },
  {
    name: 'a place of a tournament has one prize, granted once the tournament is finished',
    sql: `SELECT run.identity, entry.player_id, entry.place FROM rewards.tournament_scores AS entry
      JOIN rewards.tournament_runs AS run ON run.id = entry.run_id
      LEFT JOIN rewards.grants AS prize ON ${sources} AND prize.player_id = entry.player_id
      WHERE entry.place IS NOT NULL AND (run.state NOT IN ('finalising', 'finished') OR (entry.prize_status IS NULL) <> (prize.id IS NULL)
        OR run.state = 'finished' AND prize.id IS NULL)`,
  },
]
