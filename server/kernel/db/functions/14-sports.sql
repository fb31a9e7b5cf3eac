-- Corrects what a bet on sports counts for after a decision: a void stake counts neither as staked nor as turnover, and
-- a settled one counts towards the wagering requirement of its bonus. The player's wallets are locked.

-- `bet`: the movement that took the stake. Amounts are differences, negative where less counts than before.
CREATE FUNCTION ledger.recount_bet(player uuid, wallet_currency text, bet bigint, stake bigint, cash bigint, bonus uuid,
  wagered bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  -- Null if the stake counts for the current requirement.
  required bigint := ledger.void_turnover((SELECT id FROM wallet.accounts
    WHERE player_id = player AND currency = wallet_currency), bet, -cash);
BEGIN
  UPDATE wallet.accounts SET staked = accounts.staked + recount_bet.stake,
    turnover_total = greatest(0, turnover_total + coalesce(required, 0)),
    turnover_placed = CASE WHEN required IS NULL THEN greatest(0, turnover_placed + recount_bet.cash)
      ELSE turnover_placed END,
    wager_placed = wager_placed + CASE WHEN bonus_id = recount_bet.bonus THEN recount_bet.wagered ELSE 0 END,
    room_until = CASE WHEN room_until IS NOT NULL THEN '-infinity'::timestamptz END
  WHERE player_id = player AND currency = wallet_currency;
  IF recount_bet.stake > 0 THEN
    PERFORM limits.end_other_rooms(player, wallet_currency);
  END IF;
  -- A stake of an earlier period is corrected in that period.
  IF recount_bet.stake <> 0 THEN
    PERFORM limits.undo_bet(player, wallet_currency, bet, -recount_bet.stake, 0);
  END IF;
END $$;
