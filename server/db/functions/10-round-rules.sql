-- What a round allows: one rule for each kind of movement that a studio asks for. Plain expressions, so that the posting function
-- takes them in as if they stood there.

-- A bet opens a round or adds to an open one of the same wallet and game. One whose rollback came first is refused for good.
CREATE FUNCTION ledger.bet_refusal(is_of_another boolean, undone_by bigint, round_status text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN is_of_another THEN 'roundClosed'
    WHEN undone_by IS NOT NULL THEN 'betRolledBack'
    WHEN round_status <> 'open' THEN 'roundClosed' END
$$;

-- A win needs an accepted bet in its round; where it names one, that very bet.
CREATE FUNCTION ledger.win_refusal(is_of_another boolean, undone_by bigint, round_status text, bets int, bet_key text, is_bet_of_round boolean) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN is_of_another THEN 'betNotFound'
    WHEN round_status = 'rolled-back' OR undone_by IS NOT NULL THEN 'betRolledBack'
    WHEN round_status IS NULL OR bets = 0 THEN 'betNotFound'
    WHEN round_status = 'settled' THEN 'roundClosed'
    WHEN bet_key IS NOT NULL AND is_bet_of_round IS NOT TRUE THEN 'betNotFound' END
$$;

-- All that a round has paid may not be more than its game can pay for all that it was staked with. A double holds what is below 2^53.
CREATE FUNCTION ledger.is_win_too_large(amount bigint, paid bigint, staked bigint, highest_multiplier bigint) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT amount::numeric + paid > 9007199254740991 OR amount::numeric + paid > staked::numeric * highest_multiplier
$$;

-- A rollback undoes one bet of the same wallet and round that nothing was paid for. One whose bet has not come yet waits for it.
CREATE FUNCTION ledger.rollback_refusal(is_of_another boolean, undone_by bigint, bet_id bigint, is_bet_of_round boolean, round_status text, paid bigint) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN is_of_another THEN 'betNotFound'
    WHEN undone_by IS NOT NULL THEN 'betRolledBack'
    WHEN bet_id IS NULL THEN NULL
    WHEN is_bet_of_round IS NOT TRUE THEN 'betNotFound'
    WHEN round_status = 'settled' OR paid > 0 THEN 'betAlreadyPaid' END
$$;

-- A bet takes bonus money where the cash does not reach, unless its round was staked with another bonus.
CREATE FUNCTION ledger.stake_in_bonus(amount bigint, cash bigint, bonus bigint, wallet_bonus uuid, round_bonus uuid) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN amount > cash AND bonus > 0 AND coalesce(round_bonus, wallet_bonus) = wallet_bonus THEN amount - cash ELSE 0 END
$$;

-- A win comes back in the parts that its round was staked in; a cent that does not divide is cash.
CREATE FUNCTION ledger.win_in_bonus(amount bigint, bonus_stake bigint, stake bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN bonus_stake > 0 THEN floor(amount::numeric * bonus_stake / stake)::bigint ELSE 0 END
$$;

-- What a rollback moves: what its bet took, in the same parts, backwards. Accounts as in ledger.post.
CREATE FUNCTION ledger.legs_back(bet bigint, own bigint, OUT froms bigint[], OUT tos bigint[], OUT amounts bigint[])
LANGUAGE plpgsql STABLE AS $$
BEGIN
  SELECT array_agg(CASE WHEN counterparty_id BETWEEN own AND own + 2 THEN counterparty_id - own + 1 ELSE counterparty_id END ORDER BY ordinal DESC),
    array_agg(CASE WHEN account_id BETWEEN own AND own + 2 THEN account_id - own + 1 ELSE account_id END ORDER BY ordinal DESC),
    array_agg(-entries.amount ORDER BY ordinal DESC)
  INTO froms, tos, amounts
  FROM ledger.entries WHERE movement_id = bet AND entries.amount < 0;
END $$;
