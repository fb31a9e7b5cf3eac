-- Stakes out of bonus money, what must be staked before a bonus becomes cash, and what must be staked before a withdrawal.
ALTER TABLE wallet.accounts
  -- What deposits ask to be staked before money goes out again, and what was staked towards it.
  ADD COLUMN turnover_total bigint NOT NULL DEFAULT 0 CHECK (turnover_total >= 0),
  ADD COLUMN turnover_placed bigint NOT NULL DEFAULT 0 CHECK (turnover_placed >= 0),
  -- The one bonus that is played with in this wallet, its wager and its highest stake a round.
  ADD COLUMN bonus_id uuid,
  ADD COLUMN wager_total bigint NOT NULL DEFAULT 0 CHECK (wager_total >= 0),
  ADD COLUMN wager_placed bigint NOT NULL DEFAULT 0,
  ADD COLUMN max_bet bigint CHECK (max_bet > 0);
-- Bonuses whose wager is done or whose money is gone wait here for their end.
CREATE INDEX accounts_in_bonus ON wallet.accounts (id) WHERE bonus_id IS NOT NULL;

ALTER TABLE games.rounds
  ADD COLUMN bonus_stake bigint NOT NULL DEFAULT 0 CHECK (bonus_stake >= 0),
  ADD COLUMN bonus_id uuid,
  -- Staked by the house itself: free spins.
  ADD COLUMN free_stake bigint NOT NULL DEFAULT 0 CHECK (free_stake >= 0),
  -- Winnings on the stake of a bonus that was over by then: they stay with the house.
  ADD COLUMN forfeited bigint NOT NULL DEFAULT 0 CHECK (forfeited >= 0);

-- True where no other bonus is played with in that wallet.
CREATE FUNCTION ledger.start_wager(player uuid, wanted_currency text, bonus uuid, total bigint, highest_bet bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  UPDATE wallet.accounts SET bonus_id = start_wager.bonus, wager_total = total, wager_placed = 0, max_bet = highest_bet
  WHERE player_id = player AND currency = wanted_currency AND accounts.bonus_id IS NULL;
  RETURN FOUND;
END $$;

-- Its money must have gone elsewhere before.
CREATE FUNCTION ledger.end_wager(player uuid, wanted_currency text, bonus uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  UPDATE wallet.accounts SET bonus_id = NULL, wager_total = 0, wager_placed = 0, max_bet = NULL
  WHERE player_id = player AND currency = wanted_currency AND accounts.bonus_id = end_wager.bonus AND accounts.bonus = 0;
  RETURN FOUND;
END $$;
