-- The stake of an open bet on sports is still the player's, like that of an open round.
CREATE OR REPLACE VIEW liabilities.owed AS
  SELECT wallet.player_id, wallet.currency, wallet.created_at,
    (wallet.cash + wallet.held + wallet.vault + coalesce(rounds.staked, 0) + coalesce(bets.staked, 0))::bigint AS amount
  FROM wallet.accounts AS wallet
  LEFT JOIN (
    SELECT player_id, currency, sum(greatest(stake - bonus_stake - won, 0)) AS staked
    FROM games.rounds WHERE status = 'open' GROUP BY 1, 2
  ) AS rounds ON rounds.player_id = wallet.player_id AND rounds.currency = wallet.currency
  LEFT JOIN (
    SELECT player_id, currency, sum(open_stake) AS staked FROM sports.bets WHERE ended_at IS NULL GROUP BY 1, 2
  ) AS bets ON bets.player_id = wallet.player_id AND bets.currency = wallet.currency;
