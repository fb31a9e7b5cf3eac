-- Bets on sports in rewards: the lowest odds of a bet, its part of a week's net loss, and a task of quests.
ALTER TABLE sports.bets ADD COLUMN lowest_odds bigint;
-- In thousandths, as placed.
UPDATE sports.bets SET lowest_odds =
  (SELECT min(((selection ->> 'odds')::numeric * 1000)::bigint) FROM jsonb_array_elements(selections) AS selection);
ALTER TABLE sports.bets ALTER COLUMN lowest_odds SET NOT NULL;

-- Below zero in a week in which more was corrected than decided.
ALTER TABLE rewards.cashback_periods
  ADD COLUMN sports_staked bigint NOT NULL DEFAULT 0,
  ADD COLUMN sports_won bigint NOT NULL DEFAULT 0,
  DROP CONSTRAINT cashback_periods_rounds_check,
  ADD CONSTRAINT cashback_periods_rounds_check CHECK (rounds >= 0);

-- A corrected bet takes back points of an earlier month, or of a time at which bets brought none.
ALTER TABLE rewards.loyalty_months DROP CONSTRAINT loyalty_months_earned_check;
ALTER TABLE rewards.loyalty_accounts DROP CONSTRAINT loyalty_accounts_earned_check;

ALTER TABLE rewards.player_quest_tasks
  DROP CONSTRAINT player_quest_tasks_type_check,
  ADD CONSTRAINT player_quest_tasks_type_check
    CHECK (type IN ('stake', 'rounds', 'multiplier', 'games', 'days', 'deposit', 'verification', 'limit', 'bets')),
  -- Thousandths; of each selection.
  ADD COLUMN min_odds bigint,
  ADD CONSTRAINT player_quest_tasks_odds CHECK ((type = 'bets') = (min_odds IS NOT NULL));
