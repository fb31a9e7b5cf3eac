/** What always holds between bets and the ledger, each as a query that returns no row. */
import { BonusResult } from '#contract/bonuses.ts'
import type { Invariant } from '../ledger/index.ts'

export const invariants: Invariant[] = [
  {
    name: 'open stakes are those of the bets that are not decided',
    sql: `SELECT coalesce(held.currency, open.currency) AS currency, held.balance, open.stake FROM (
        SELECT currency, sum(balance) AS balance FROM ledger.balances WHERE address LIKE 'house:sports-open:%' GROUP BY 1
      ) AS held FULL JOIN (SELECT currency, sum(open_stake) AS stake FROM sports.bets GROUP BY 1) AS open USING (currency)
      WHERE coalesce(held.balance, 0) <> coalesce(open.stake, 0)`,
  },
  {
    name: 'the debts of bets equal the debts in the ledger',
    sql: `SELECT coalesce(owed.currency, bets.currency) AS currency, owed.balance, bets.debt FROM (
        SELECT currency, sum(balance) AS balance FROM ledger.balances WHERE address LIKE 'house:sports-debts:%' GROUP BY 1
      ) AS owed FULL JOIN (SELECT currency, sum(debt) AS debt FROM sports.bets GROUP BY 1) AS bets USING (currency)
      WHERE coalesce(owed.balance, 0) <> -coalesce(bets.debt, 0)`,
  },
  {
    name: "a bet's stake, open stake and payout are those of its movements",
    sql: `SELECT bet.id, bet.stake, bet.open_stake, bet.payout, bet.debt, posted.* FROM sports.bets AS bet LEFT JOIN LATERAL (
        SELECT count(DISTINCT movement.id) FILTER (WHERE movement.kind IN ('sports-bet', 'sports-free-bet')) AS stakes,
          coalesce(-sum(entry.amount) FILTER (WHERE movement.kind = 'sports-bet' AND account.player_id IS NOT NULL), 0) AS staked,
          coalesce(-sum(entry.amount) FILTER (WHERE movement.kind = 'sports-bet' AND account.address LIKE 'player:%:bonus:%'), 0) AS bonus,
          coalesce(sum(entry.amount) FILTER (WHERE account.address LIKE 'house:sports-open:%'), 0) AS open,
          coalesce(sum(entry.amount) FILTER (WHERE account.address LIKE 'house:sports-debts:%'), 0) AS settled_debt,
          coalesce(-sum(entry.amount) FILTER (WHERE account.address LIKE 'house:sports:%'), 0) AS paid
        FROM ledger.movements AS movement JOIN ledger.entries AS entry ON entry.movement_id = movement.id
        JOIN ledger.accounts AS account ON account.id = entry.account_id
        WHERE movement.reference_id = bet.id::text AND movement.reference_kind <> 'round' AND movement.actor = 'sportsbook:' || bet.sportsbook
          AND movement.kind NOT IN ('sports-debt-paid', 'sports-debt-cleared')
      ) AS posted ON true
      WHERE (posted.stakes = 1 AND posted.staked = CASE WHEN bet.free_bet_id IS NULL THEN bet.stake ELSE 0 END
        AND posted.bonus = bet.bonus_stake AND posted.open = bet.open_stake
        AND posted.paid = bet.payout - CASE WHEN bet.status = 'declined' OR bet.status = 'voided' AND bet.free_bet_id IS NOT NULL THEN 0
          ELSE bet.stake - bet.open_stake END) IS NOT TRUE`,
  },
  {
    name: 'a stake was taken for one bet, and returned once if the bet was declined',
    sql: `SELECT movement.id, movement.kind, bet.id AS bet, bet.status FROM ledger.movements AS movement
      LEFT JOIN sports.bets AS bet ON bet.id::text = movement.reference_id AND movement.actor = 'sportsbook:' || bet.sportsbook
      WHERE movement.kind IN ('sports-bet', 'sports-free-bet', 'sports-bet-returned', 'sports-free-bet-returned')
        AND (bet.id IS NULL OR movement.kind LIKE '%-returned' AND bet.status <> 'declined' OR movement.kind LIKE 'sports-free-bet%' AND bet.free_bet_id IS NULL)
      UNION ALL
      SELECT NULL, 'sports-bet-returned', bet.id, bet.status FROM sports.bets AS bet WHERE bet.status = 'declined' AND NOT EXISTS (
        SELECT FROM ledger.movements AS movement WHERE movement.reference_id = bet.id::text AND movement.reference_kind <> 'round' AND movement.kind IN ('sports-bet-returned', 'sports-free-bet-returned'))`,
  },
  {
    name: 'the bonus part of a payout is with its bonus or forfeited, until the bonus is completed',
    sql: `SELECT bet.id, bet.payout, bet.bonus_stake, bet.forfeited, posted.* FROM sports.bets AS bet
      JOIN bonuses.player_bonuses AS bonus ON bonus.id = bet.bonus_id LEFT JOIN LATERAL (
        SELECT coalesce(sum(entry.amount) FILTER (WHERE account.address LIKE 'player:%:bonus:%'), 0) AS bonus,
          coalesce(sum(entry.amount) FILTER (WHERE account.address LIKE 'house:bonus-expense:%'), 0) AS expense
        FROM ledger.movements AS movement JOIN ledger.entries AS entry ON entry.movement_id = movement.id
        JOIN ledger.accounts AS account ON account.id = entry.account_id
        WHERE movement.reference_id = bet.id::text AND movement.reference_kind <> 'round' AND movement.actor = 'sportsbook:' || bet.sportsbook
          AND movement.kind IN ('sports-settled', 'sports-cashed-out', 'sports-voided', 'sports-corrected')
      ) AS posted ON true
      WHERE bet.bonus_stake > 0 AND (posted.expense = bet.forfeited AND (bonus.result = ${BonusResult.played}
        OR posted.bonus + posted.expense = floor(bet.payout::numeric * bet.bonus_stake / bet.stake))) IS NOT TRUE`,
  },
  {
    name: 'a free bet is staked in one bet at a time, and in none that was declined or is void',
    sql: `SELECT free.id, free.bet, bet.status FROM sports.free_bets AS free LEFT JOIN sports.bets AS bet ON bet.id = free.bet AND bet.free_bet_id = free.id
      WHERE free.bet IS NOT NULL AND (bet.status NOT IN ('declined', 'voided') AND bet.stake = free.amount AND bet.player_id = free.player_id) IS NOT TRUE`,
  },
  {
    name: 'the state of a bet is that of its last applied decision',
    sql: `SELECT bet.id, bet.sequence, bet.payout, bet.open_stake, decision.* FROM sports.bets AS bet
      LEFT JOIN sports.decisions AS decision ON decision.bet = bet.id AND decision.sequence = bet.sequence
      WHERE bet.sequence > 0 AND (decision.is_applied AND decision.payout = bet.payout AND decision.open_stake = bet.open_stake) IS NOT TRUE
        OR EXISTS (SELECT FROM sports.decisions AS later WHERE later.bet = bet.id AND later.sequence > bet.sequence)`,
  },
  {
    name: 'a bet that was declined before it arrived has no stake',
    sql: `SELECT bet.id FROM sports.bets AS bet JOIN sports.tombstones USING (sportsbook, bet_id)`,
  },
]
