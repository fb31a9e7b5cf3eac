/** Conditions on bonuses and the ledger together, each a query that returns no row. */
import { BonusStatus } from '#contract/bonuses.ts'
import type { Invariant } from '../ledger/index.ts'

export const invariants: Invariant[] = [
  {
    name: 'bonus money belongs to an active bonus of its wallet; an ended bonus has none',
    sql: `SELECT wallet.id, wallet.bonus, wallet.bonus_id, bonus.status FROM wallet.accounts AS wallet LEFT JOIN bonuses.player_bonuses AS bonus ON bonus.id = wallet.bonus_id
      WHERE (wallet.bonus > 0 OR wallet.bonus_id IS NOT NULL) AND (bonus.status = ${BonusStatus.active} AND bonus.player_id = wallet.player_id AND bonus.currency = wallet.currency) IS NOT TRUE`,
  },
  {
    name: 'an active bonus is the one of its wallet, with its wager',
    sql: `SELECT bonus.id FROM bonuses.player_bonuses AS bonus LEFT JOIN wallet.accounts AS wallet ON wallet.bonus_id = bonus.id
      WHERE bonus.status = ${BonusStatus.active} AND (wallet.wager_total = bonus.wager_total AND wallet.max_bet IS NOT DISTINCT FROM bonus.max_bet) IS NOT TRUE`,
  },
  {
    name: 'the amount of a bonus was credited once if it was ever active, never otherwise, and removed at most once',
    sql: `WITH posted AS (SELECT reference_id, count(*) FILTER (WHERE kind = 'bonus-granted') AS granted, count(*) FILTER (WHERE kind <> 'bonus-granted') AS ended,
          sum(entry.amount) FILTER (WHERE kind = 'bonus-granted') AS amount
        FROM ledger.movements AS movement JOIN ledger.entries AS entry ON entry.movement_id = movement.id AND entry.ordinal = 1 WHERE movement.actor = 'bonuses' GROUP BY 1)
      SELECT bonus.id, bonus.status, bonus.amount, posted.* FROM bonuses.player_bonuses AS bonus LEFT JOIN posted ON posted.reference_id = bonus.id::text
      WHERE (CASE WHEN bonus.activated_at IS NULL THEN posted.reference_id IS NULL ELSE posted.granted = 1 AND posted.amount = bonus.amount AND posted.ended <= (bonus.status = ${BonusStatus.finished})::int END) IS NOT TRUE`,
  },
  {
    name: 'the free spins used equal the bets that used them',
    sql: `SELECT spins.id, spins.used, count(use.bet_key) FROM bonuses.player_freespins AS spins LEFT JOIN bonuses.freespin_uses AS use ON use.freespin_id = spins.id
      GROUP BY spins.id HAVING spins.used <> count(use.bet_key)`,
  },
  {
    name: 'wins of free spins set aside equal those won and neither credited nor forfeited',
    sql: `WITH spins AS (SELECT currency, sum(won - wins_settled) AS open FROM bonuses.player_freespins GROUP BY 1),
        aside AS (SELECT account.currency, sum(entry.amount) AS balance FROM ledger.accounts AS account JOIN ledger.entries AS entry ON entry.account_id = account.id
          WHERE account.address LIKE 'house:spin-wins:%' GROUP BY 1)
      SELECT * FROM spins FULL JOIN aside USING (currency) WHERE coalesce(spins.open, 0) <> coalesce(aside.balance, 0)`,
  },
  {
    name: 'a bonus of free-spin wins has their amount and is granted once, after the spins are over',
    sql: `SELECT spins.id, spins.won, bonus.amount FROM bonuses.player_freespins AS spins LEFT JOIN bonuses.player_bonuses AS bonus ON bonus.id = spins.wins_bonus_id
      WHERE spins.wins_bonus_id IS NOT NULL AND (spins.status = ${BonusStatus.finished} AND spins.wins_settled >= bonus.amount AND bonus.player_id = spins.player_id AND bonus.currency = spins.currency AND bonus.bonus_id = spins.bonus_id) IS NOT TRUE`,
  },
  {
    name: 'a bet that used a free spin moved no money of the player',
    sql: `SELECT use.* FROM bonuses.freespin_uses AS use JOIN ledger.movements AS bet ON bet.actor = use.actor AND bet.idempotency_key = use.bet_key
      JOIN ledger.entries AS entry ON entry.movement_id = bet.id JOIN ledger.accounts AS account ON account.id = entry.account_id WHERE account.player_id IS NOT NULL`,
  },
]
