/** Conditions that the ledger always meets, each a query that returns no row. */
import type { Pool } from 'pg'

export type Invariant = { name: string; sql: string }
export type Breach = { invariant: string; rows: unknown[] }

export const ledgerInvariants: Invariant[] = [
  {
    name: 'the entries of a movement sum to zero in every currency',
    sql: `SELECT entry.movement_id, account.currency, sum(entry.amount) AS sum FROM ledger.entries AS entry JOIN ledger.accounts AS account ON account.id = entry.account_id
      GROUP BY 1, 2 HAVING sum(entry.amount) <> 0`,
  },
  {
    name: 'all entries together sum to zero in every currency',
    sql: `SELECT account.currency, sum(entry.amount) FROM ledger.entries AS entry JOIN ledger.accounts AS account ON account.id = entry.account_id
      GROUP BY 1 HAVING sum(entry.amount) <> 0`,
  },
  {
    name: 'every entry has a matching opposite entry in the same movement',
    sql: `SELECT entry.* FROM ledger.entries AS entry LEFT JOIN ledger.entries AS opposite ON opposite.movement_id = entry.movement_id
        AND opposite.ordinal = CASE entry.ordinal % 2 WHEN 0 THEN entry.ordinal + 1 ELSE entry.ordinal - 1 END
      WHERE (opposite.amount = -entry.amount AND opposite.account_id = entry.counterparty_id AND opposite.counterparty_id = entry.account_id) IS NOT TRUE`,
  },
  {
    name: 'a stored balance equals the sum of its entries',
    sql: `SELECT balance.address, balance.balance, coalesce(entry.sum, 0) AS entries FROM ledger.balances AS balance
      LEFT JOIN (SELECT account_id, sum(amount) AS sum FROM ledger.entries GROUP BY 1) AS entry USING (account_id)
      WHERE balance.balance <> coalesce(entry.sum, 0)`,
  },
  {
    name: "a player's balances are never below zero",
    sql: 'SELECT id, cash, bonus, held, vault FROM wallet.accounts WHERE cash < 0 OR bonus < 0 OR held < 0 OR vault < 0',
  },
  {
    name: "an entry's account exists, and both of its sides are in one currency",
    sql: `SELECT entry.* FROM ledger.entries AS entry LEFT JOIN ledger.accounts AS own ON own.id = entry.account_id
      LEFT JOIN ledger.accounts AS other ON other.id = entry.counterparty_id WHERE (own.currency = other.currency) IS NOT TRUE`,
  },
  {
    name: 'each entry of a player starts where the one before it ended',
    sql: `SELECT * FROM (SELECT movement_id, account_id, balance_after - amount AS before,
        lag(balance_after, 1, 0::bigint) OVER (PARTITION BY account_id ORDER BY movement_id, ordinal) AS expected
      FROM ledger.entries WHERE balance_after IS NOT NULL) AS chain WHERE before <> expected`,
  },
  {
    name: 'every entry belongs to a movement',
    sql: 'SELECT entry.* FROM ledger.entries AS entry LEFT JOIN ledger.movements AS movement ON movement.id = entry.movement_id WHERE movement.id IS NULL',
  },
  {
    name: 'one key, at most one movement',
    sql: 'SELECT actor, idempotency_key FROM ledger.movements GROUP BY 1, 2 HAVING count(*) > 1',
  },
  {
    name: 'a remainder belongs to a movement of its currency',
    sql: `SELECT left_over.* FROM ledger.remainders AS left_over
      LEFT JOIN ledger.movements AS movement ON movement.actor = left_over.actor AND movement.idempotency_key = left_over.idempotency_key
      WHERE movement.id IS NULL OR EXISTS (
        SELECT FROM ledger.entries AS entry JOIN ledger.accounts AS account ON account.id = entry.account_id
        WHERE entry.movement_id = movement.id AND account.currency <> left_over.currency)`,
  },
  {
    name: 'a rollback returns the amount of its bet, in the split of its bet, unless the bonus of it is over',
    sql: `SELECT undone.* FROM ledger.rollbacks AS undone
      JOIN LATERAL (SELECT account_id, sum(amount) AS amount FROM ledger.entries WHERE movement_id IN (undone.movement_id, undone.bet_movement_id) GROUP BY 1) AS rest ON rest.amount <> 0
      WHERE undone.bet_movement_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM ledger.entries AS gone JOIN ledger.accounts AS account ON account.id = gone.account_id
        WHERE gone.movement_id = undone.movement_id AND account.address LIKE 'house:bonus-expense:%')`,
  },
  {
    name: 'a bet whose rollback arrived first was never accepted',
    sql: `SELECT undone.* FROM ledger.rollbacks AS undone JOIN ledger.movements AS bet ON bet.actor = undone.actor AND bet.idempotency_key = undone.bet_key AND bet.wallet_id = undone.wallet_id
      WHERE undone.bet_movement_id IS DISTINCT FROM bet.id AND bet.kind = 'bet'`,
  },
  {
    name: 'every rollback is recorded',
    sql: `SELECT movement.id FROM ledger.movements AS movement LEFT JOIN ledger.rollbacks AS undone ON undone.movement_id = movement.id
      WHERE movement.kind = 'rollback' AND movement.reference_kind = 'round' AND undone.movement_id IS NULL`,
  },
  {
    name: 'a win has an accepted bet in its round',
    sql: `SELECT win.id FROM ledger.movements AS win WHERE win.kind = 'win' AND win.reference_kind = 'round' AND NOT EXISTS (
      SELECT FROM games.rounds AS round JOIN ledger.movements AS bet ON bet.id = round.first_movement_id
      WHERE round.id = win.reference_id AND bet.kind = 'bet' AND bet.wallet_id = win.wallet_id AND bet.id < win.id)`,
  },
  {
    name: "a round's stake, winnings and bets are those of its movements",
    sql: `SELECT round.id, round.stake, round.won, round.forfeited, round.free_stake, round.bets, posted.* FROM games.rounds AS round LEFT JOIN (
        SELECT movement.reference_id, movement.actor,
          coalesce(sum(entry.amount) FILTER (WHERE movement.kind IN ('bet', 'rollback') AND account.address LIKE 'house:games:%'), 0) AS stake,
          coalesce(sum(entry.amount) FILTER (WHERE movement.kind = 'bet' AND undone.movement_id IS NULL AND account.address LIKE 'house:games:%' AND other.player_id IS NULL), 0) AS free,
          coalesce(sum(entry.amount) FILTER (WHERE movement.kind = 'win' AND (account.player_id IS NOT NULL OR account.address LIKE 'house:spin-wins:%')), 0) AS won,
          coalesce(sum(entry.amount) FILTER (WHERE movement.kind = 'win' AND account.address LIKE 'house:bonus-expense:%'), 0) AS forfeited,
          count(DISTINCT movement.id) FILTER (WHERE movement.kind = 'bet' AND undone.movement_id IS NULL) AS bets
        FROM ledger.movements AS movement LEFT JOIN ledger.rollbacks AS undone ON undone.movement_id = movement.id OR undone.bet_movement_id = movement.id
        LEFT JOIN ledger.entries AS entry ON entry.movement_id = movement.id LEFT JOIN ledger.accounts AS account ON account.id = entry.account_id
        LEFT JOIN ledger.accounts AS other ON other.id = entry.counterparty_id
        WHERE movement.reference_kind = 'round' GROUP BY 1, 2
      ) AS posted ON posted.reference_id = round.id AND posted.actor = 'studio:' || round.studio
      WHERE (posted.stake = round.stake + round.free_stake AND posted.free = round.free_stake AND posted.won = round.won AND posted.forfeited = round.forfeited AND posted.bets = round.bets) IS NOT TRUE`,
  },
  {
    name: "a round's stake out of bonus money is what left the bonus account for it",
    sql: `SELECT round.id, round.bonus_stake, posted.staked FROM games.rounds AS round LEFT JOIN (
        SELECT movement.reference_id, movement.actor, -sum(entry.amount) AS staked
        FROM ledger.movements AS movement JOIN ledger.entries AS entry ON entry.movement_id = movement.id JOIN ledger.accounts AS account ON account.id = entry.account_id
        WHERE movement.reference_kind = 'round' AND movement.kind = 'bet' AND account.address LIKE 'player:%:bonus:%'
          AND NOT EXISTS (SELECT FROM ledger.rollbacks AS undone WHERE undone.bet_movement_id = movement.id) GROUP BY 1, 2
      ) AS posted ON posted.reference_id = round.id AND posted.actor = 'studio:' || round.studio
      WHERE round.bonus_stake <> coalesce(posted.staked, 0)`,
  },
  {
    // One ordered pass suffices: a bet is undone before anything is paid for it, so it is part of no win.
    name: 'a win is split in the same parts as the stake of its round',
    sql: `WITH moved AS (
        SELECT movement.id, movement.kind, movement.actor, movement.reference_id,
          coalesce(sum(abs(entry.amount)) FILTER (WHERE account.player_id IS NOT NULL OR (movement.kind = 'win' AND account.address LIKE 'house:bonus-expense:%')), 0) AS total,
          coalesce(sum(abs(entry.amount)) FILTER (WHERE account.address LIKE 'player:%:bonus:%' OR (movement.kind = 'win' AND account.address LIKE 'house:bonus-expense:%')), 0) AS bonus
        FROM ledger.movements AS movement LEFT JOIN ledger.rollbacks AS undone ON undone.bet_movement_id = movement.id
        JOIN ledger.entries AS entry ON entry.movement_id = movement.id JOIN ledger.accounts AS account ON account.id = entry.account_id
        WHERE movement.reference_kind = 'round' AND movement.kind IN ('bet', 'win') AND undone.movement_id IS NULL GROUP BY movement.id
      ), paid AS (
        SELECT *, coalesce(sum(total) FILTER (WHERE kind = 'bet') OVER earlier, 0) AS stake, coalesce(sum(bonus) FILTER (WHERE kind = 'bet') OVER earlier, 0) AS bonus_stake
        FROM moved WINDOW earlier AS (PARTITION BY reference_id, actor ORDER BY id)
      ) SELECT id, total, bonus, stake, bonus_stake FROM paid WHERE kind = 'win' AND bonus <> floor(total * bonus_stake / greatest(stake, 1))`,
  },
  {
    name: 'progress towards a wagering requirement is at most what was staked in its wallet',
    sql: `SELECT wallet.id, wallet.wager_placed, posted.staked FROM wallet.accounts AS wallet LEFT JOIN LATERAL (
        SELECT coalesce(-sum(entry.amount), 0) AS staked FROM ledger.entries AS entry JOIN ledger.movements AS movement ON movement.id = entry.movement_id
        WHERE entry.account_id BETWEEN wallet.first_account_id AND wallet.first_account_id + 1 AND entry.balance_after IS NOT NULL AND movement.kind IN ('bet', 'rollback', 'sports-bet', 'sports-bet-returned')) AS posted ON true
      WHERE wallet.bonus_id IS NOT NULL AND wallet.wager_placed > posted.staked`,
  },
  {
    name: 'every movement of a wallet has its push',
    // One grouping of both: joined groups of a large table are at times compared each with each.
    sql: `SELECT channel, created_at, sum(movements) AS movements, sum(events) AS events FROM (
        SELECT 'wallet:accounts#' || wallet.player_id AS channel, movement.created_at, 1 AS movements, 0 AS events
        FROM ledger.movements AS movement JOIN wallet.accounts AS wallet ON wallet.id = movement.wallet_id
        WHERE movement.created_at > (SELECT min(created_at) FROM outbox.events)
        UNION ALL SELECT channel, created_at, 0, 1 FROM outbox.events WHERE event = 'account'
      ) AS compared GROUP BY channel, created_at HAVING sum(events) < sum(movements)`,
  },
  {
    name: 'the version of an account increases with every movement',
    sql: `SELECT wallet.id, wallet.version, count(*) FROM wallet.accounts AS wallet JOIN ledger.movements AS movement ON movement.wallet_id = wallet.id
      GROUP BY wallet.id HAVING wallet.version < 1 + count(*)`,
  },
]

/** Every violated invariant with its first rows; empty if the ledger is consistent. */
export async function findBreaches(
  pool: Pick<Pool, 'query'>,
  invariants: Invariant[] = ledgerInvariants,
): Promise<Breach[]> {
  const breaches: Breach[] = []
  for (const { name, sql } of invariants) {
    const { rows } = await pool.query(`SELECT * FROM (${sql}) AS breach LIMIT 10`)
    if (rows.length > 0) breaches.push({ invariant: name, rows })
  }
  return breaches
}
