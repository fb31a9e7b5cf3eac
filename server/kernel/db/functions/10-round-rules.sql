-- The rules of a round: one for each kind of movement that a studio requests. Plain expressions, so that PostgreSQL
-- inlines them into the posting function.

-- A bet opens a round or adds to an open one of the same wallet and game. A bet whose rollback arrived first is always
-- refused.
CREATE FUNCTION ledger.bet_refusal(is_of_another boolean, undone_by bigint, round_status text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN is_of_another THEN 'roundClosed'
    WHEN undone_by IS NOT NULL THEN 'betRolledBack'
    WHEN round_status <> 'open' THEN 'roundClosed' END
$$;

-- A win requires an accepted bet in its round; if it names a bet, exactly that one.
CREATE FUNCTION ledger.win_refusal(is_of_another boolean, undone_by bigint, round_status text, bets int, bet_key text,
  is_bet_of_round boolean) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN is_of_another THEN 'betNotFound'
    WHEN round_status = 'rolled-back' OR undone_by IS NOT NULL THEN 'betRolledBack'
    WHEN round_status IS NULL OR bets = 0 THEN 'betNotFound'
    WHEN round_status = 'settled' THEN 'roundClosed'
    WHEN bet_key IS NOT NULL AND is_bet_of_round IS NOT TRUE THEN 'betNotFound' END
$$;

-- The total paid in a round may not exceed the game's maximum payout for its total stake, rounded up to a subunit. A
-- double is exact below 2^53.
CREATE FUNCTION ledger.is_win_too_large(amount bigint, paid bigint, staked bigint, highest_multiplier numeric)
  RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT amount::numeric + paid > 9007199254740991 OR amount::numeric + paid > ceil(staked * highest_multiplier)
$$;

-- A rollback undoes one bet of the same wallet and round without a paid win. A rollback that arrives before its bet is
-- stored.
CREATE FUNCTION ledger.rollback_refusal(is_of_another boolean, undone_by bigint, bet_id bigint, is_bet_of_round boolean,
  round_status text, paid bigint) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN is_of_another THEN 'betNotFound'
    WHEN undone_by IS NOT NULL THEN 'betRolledBack'
    WHEN bet_id IS NULL THEN NULL
    WHEN is_bet_of_round IS NOT TRUE THEN 'betNotFound'
    WHEN round_status = 'settled' OR paid > 0 THEN 'betAlreadyPaid' END
$$;

-- The bonus's maximum stake applies to all games. Otherwise cash in an open round could not be lost while bonus money
-- is staked. `weight`: how much of a stake counts towards the bonus, in percent; 0 excludes bonus money.
CREATE FUNCTION ledger.bonus_refusal(weight int, amount bigint, cash bigint, bonus bigint, round_stake bigint,
  max_bet bigint) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN weight = 0 AND amount > cash AND bonus > 0 THEN 'gameExcluded'
    WHEN round_stake + amount > max_bet THEN 'maxBetExceeded' END
$$;

-- A bet uses bonus money if the cash is insufficient, unless its round was staked with another bonus.
CREATE FUNCTION ledger.stake_in_bonus(amount bigint, cash bigint, bonus bigint, wallet_bonus uuid, round_bonus uuid)
  RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN amount > cash AND bonus > 0 AND coalesce(round_bonus, wallet_bonus) = wallet_bonus THEN amount - cash
    ELSE 0 END
$$;

-- A win is split in proportion to its round's stakes; the remaining subunit is cash.
CREATE FUNCTION ledger.win_in_bonus(amount bigint, bonus_stake bigint, stake bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN bonus_stake > 0 THEN floor(amount::numeric * bonus_stake / stake)::bigint ELSE 0 END
$$;

-- The transfers of a rollback: those of its bet, reversed. `own`: the first account of the wallet.
CREATE FUNCTION ledger.transfers_back(bet bigint, own bigint) RETURNS ledger.transfer[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce((SELECT array_agg(ROW(
      CASE WHEN counterparty_id BETWEEN own AND own + 2 THEN counterparty_id - own + ledger.own_cash()
        ELSE counterparty_id END,
      CASE WHEN account_id BETWEEN own AND own + 2 THEN account_id - own + ledger.own_cash() ELSE account_id END,
      -entries.amount)::ledger.transfer ORDER BY ordinal DESC)
    FROM ledger.entries WHERE movement_id = bet AND entries.amount < 0), '{}');
END $$;
