-- The buy-in of a tournament that is not over is still the player's, like an open stake: it may be refunded.
CREATE OR REPLACE VIEW liabilities.owed AS
  SELECT wallet.player_id, wallet.currency, wallet.created_at,
    (wallet.cash + wallet.held + wallet.vault + coalesce(rounds.staked, 0) + coalesce(bets.staked, 0)
      + coalesce(buy_ins.paid, 0))::bigint AS amount
  FROM wallet.accounts AS wallet
  LEFT JOIN (
    SELECT player_id, currency, sum(greatest(stake - bonus_stake - won, 0)) AS staked
    FROM games.rounds WHERE status = 'open' GROUP BY 1, 2
  ) AS rounds ON rounds.player_id = wallet.player_id AND rounds.currency = wallet.currency
  LEFT JOIN (
    SELECT player_id, currency, sum(open_stake - floor(open_stake::numeric * bonus_stake / stake)) AS staked
    FROM sports.bets WHERE ended_at IS NULL AND free_bet_id IS NULL GROUP BY 1, 2
  ) AS bets ON bets.player_id = wallet.player_id AND bets.currency = wallet.currency
  LEFT JOIN (
    SELECT entered.player_id, account.currency, sum(entered.price) AS paid
    FROM rewards.tournament_entries AS entered
    JOIN rewards.tournament_runs AS run ON run.id = entered.run_id AND run.state <> 'finished'
    JOIN ledger.entries AS taken ON taken.movement_id = entered.movement_id
    JOIN ledger.accounts AS account ON account.id = taken.account_id AND account.player_id = entered.player_id
    WHERE entered.refunded_at IS NULL GROUP BY 1, 2
  ) AS buy_ins ON buy_ins.player_id = wallet.player_id AND buy_ins.currency = wallet.currency;
