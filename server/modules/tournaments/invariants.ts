/** Conditions on tournaments, rewards and the ledger together, each a query that returns no row. */
import type { Invariant } from '../../ledger/invariants.ts'

const given = `coalesce((SELECT sum(amount) FROM rewards.grants AS prize WHERE prize.source = 'tournament' AND prize.source_id = run.identity
  AND prize.reward = 'cash' AND prize.status IN (STATUSES)), 0)`

export const invariants: Invariant[] = [
  {
    name: 'the pool of a finished tournament equals what was paid or is due to winners, and what was returned',
    sql: `SELECT run.identity, run.pool, run.returned FROM rewards.tournament_runs AS run
      WHERE run.state = 'finished' AND run.pool <> run.returned + ${given.replace('STATUSES', "'paid', 'due'")}
        OR run.state = 'cancelled' AND run.returned NOT IN (0, run.pool)`,
  },
  {
    name: 'the account of prizes has the pools of tournaments, less what was paid and returned',
    sql: `SELECT held.balance, expected.amount FROM
      (SELECT coalesce(sum(balance), 0) AS balance FROM ledger.balances WHERE address LIKE 'house:prizes:%') AS held,
      (SELECT coalesce(sum(run.pool - run.returned - ${given.replace('STATUSES', "'paid'")}), 0) AS amount FROM rewards.tournament_runs AS run
        WHERE run.state IN ('running', 'finalising', 'finished') OR run.state = 'cancelled' AND run.returned > 0) AS expected
      WHERE held.balance <> expected.amount`,
  },
  {
    name: 'a place of a tournament has one prize, granted once the tournament is finished',
    sql: `SELECT run.identity, entry.player_id, entry.place FROM rewards.tournament_scores AS entry
      JOIN rewards.tournament_runs AS run ON run.id = entry.run_id
      LEFT JOIN rewards.grants AS prize ON prize.source = 'tournament' AND prize.source_id = run.identity AND prize.player_id = entry.player_id
      WHERE entry.place IS NOT NULL AND (run.state NOT IN ('finalising', 'finished') OR (entry.prize_status IS NULL) <> (prize.id IS NULL)
        OR run.state = 'finished' AND prize.id IS NULL)`,
  },
]
