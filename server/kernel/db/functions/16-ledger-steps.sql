-- Steps of ledger.post.

-- Locks the wallets of the movements in the order of their ids. `places`: the index of each movement's wallet in
-- `wallets`, 0 if it has none. `other_wallets`: further wallets of these players, which are locked because a limit
-- counts all wallets of its player (08). `ticketed`: the currencies of wallets with tickets (17), null if none has one.
CREATE FUNCTION ledger.lock_wallets(movements ledger.movement[], OUT wallets wallet.accounts[], OUT places int[],
  OUT other_wallets uuid[], OUT has_sessions boolean, OUT ticketed text[])
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  locked record; n int;
BEGIN
  wallets := '{}'; other_wallets := '{}'; has_sessions := false;
  places := array_fill(0, ARRAY[cardinality(movements)]);
  FOR locked IN
    -- Materialized, because from a union inside the query PostgreSQL loses the rows whose account it waited for.
    WITH own AS MATERIALIZED (
      SELECT player_id, currency, array_agg(ordinality) AS numbers, bool_or(session_id IS NOT NULL) AS has_session
      FROM unnest(movements) WITH ORDINALITY WHERE player_id IS NOT NULL GROUP BY player_id, currency),
    involved AS MATERIALIZED (
      SELECT player_id, currency, numbers, has_session FROM own
      UNION ALL
      SELECT other.player_id, other.currency, NULL, NULL
      FROM limits.play JOIN wallet.accounts AS other USING (player_id)
      WHERE play.player_id = ANY (ARRAY(SELECT player_id FROM own)) AND play.has_wallets)
    SELECT account, currency, numbers, has_session FROM involved
    JOIN wallet.accounts AS account USING (player_id, currency)
    ORDER BY account.id FOR NO KEY UPDATE OF account
  LOOP
    IF locked.numbers IS NULL THEN
      other_wallets := other_wallets || (locked.account).id;
    ELSE
      wallets := wallets || locked.account;
      has_sessions := has_sessions OR locked.has_session;
      IF (locked.account).open_tickets > 0 OR (locked.account).ticket_pair IS NOT NULL THEN
        ticketed := ticketed || locked.currency;
      END IF;
      FOREACH n IN ARRAY locked.numbers LOOP
        places[n] := cardinality(wallets);
      END LOOP;
    END IF;
  END LOOP;
END $$;

-- Kinds that need the consent of the gates (11) and limits (08).
CREATE FUNCTION ledger.is_stake(kind text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT kind IN ('bet', 'sports-bet', 'sports-free-bet', 'tournament-entry')
$$;

-- Kinds that decide a bet on sports, or correct an earlier decision.
CREATE FUNCTION ledger.is_sports_decision(kind text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT kind IN ('sports-settled', 'sports-cashed-out', 'sports-voided', 'sports-corrected', 'sports-debt-paid')
$$;

-- The decisions about a movement, without those about limits. `item`: the movement with all that was read about it.

-- The transfers of a bet: from cash, free spins, or cash and bonus money.
CREATE FUNCTION ledger.decide_stake(item record, wallet wallet.accounts) RETURNS ledger.decision
LANGUAGE plpgsql AS $$
DECLARE
  -- An open round may be finished while a reality check is due, and after its game was switched off.
  refusal text := CASE WHEN item.status = 'open' THEN nullif(item.gate_refusal, 'switchedOff')
    ELSE coalesce(item.gate_refusal, CASE WHEN item.is_check_due THEN 'realityCheckDue' END) END;
  stake ledger.transfer;
  spins uuid; part bigint;
BEGIN
  IF refusal IS NULL AND item.round_id IS NOT NULL THEN
    refusal := ledger.bet_refusal(item.is_of_another, item.undone_by, item.status);
  END IF;
  IF refusal IS NOT NULL THEN
    RETURN ROW(refusal, NULL, false, 0, NULL)::ledger.decision;
  END IF;
  stake := item.transfers[1];
  -- For a bet on sports, the caller decides the parts.
  IF item.kind <> 'bet' OR cardinality(item.transfers) > 1 OR (stake.source = ledger.own_cash()) IS NOT TRUE THEN
    RETURN ROW(NULL, item.transfers, false, 0, NULL)::ledger.decision;
  END IF;
  IF item.has_free_spins THEN
    spins := ledger.find_free_spin(item.player_id, item.currency, item.game_id, stake.amount, item.at,
      nullif(split_part(item.spin_rule, ':', 2), '')::uuid);
    IF spins IS NOT NULL THEN
      stake.source := ledger.house_account('house:bonus-expense:' || item.currency);
      RETURN ROW(NULL, ARRAY[stake], false, 0, spins)::ledger.decision;
    END IF;
  END IF;
  IF item.spin_rule LIKE 'only%' THEN
    -- Cash is not used in place of a spin that was used up, cancelled or has expired.
    RETURN ROW('freeSpinsEnded', NULL, false, 0, NULL)::ledger.decision;
  END IF;
  IF wallet.bonus_id IS NOT NULL THEN
    refusal := ledger.bonus_refusal(item.weight, stake.amount, wallet.cash, wallet.bonus, coalesce(item.stake, 0),
      wallet.max_bet);
    part := CASE WHEN item.weight > 0
      THEN ledger.stake_in_bonus(stake.amount, wallet.cash, wallet.bonus, wallet.bonus_id, item.bonus_id) END;
    IF refusal IS NULL AND part > 0 THEN
      RETURN ROW(NULL, ARRAY[
        ROW(ledger.own_cash(), stake.target, stake.amount - part)::ledger.transfer,
        ROW(ledger.own_bonus(), stake.target, part)::ledger.transfer], true, 0, NULL)::ledger.decision;
    END IF;
  END IF;
  RETURN ROW(refusal, item.transfers, false, 0, NULL)::ledger.decision;
END $$;

-- The transfers of a win: to cash, bonus money and what is set aside, as its round was staked.
CREATE FUNCTION ledger.decide_win(item record) RETURNS ledger.decision LANGUAGE plpgsql AS $$
DECLARE
  refusal text;
  win ledger.transfer := item.transfers[1];
  set_aside bigint := 0; part bigint;
BEGIN
  IF item.round_id IS NOT NULL THEN
    refusal := ledger.win_refusal(item.is_of_another, item.undone_by, item.status, item.bets, item.bet_key,
      item.is_bet_of_round);
    IF refusal IS NULL AND ledger.is_win_too_large(win.amount, item.won + item.forfeited, item.stake + item.free_stake,
      item.highest_multiplier) THEN
      refusal := 'winTooLarge';
    END IF;
  END IF;
  IF refusal IS NULL AND (item.bonus_stake > 0 OR item.freespin_id IS NOT NULL)
    AND cardinality(item.transfers) = 1 AND win.target = ledger.own_cash() THEN
    IF item.freespin_id IS NOT NULL THEN
      set_aside := coalesce(ledger.win_set_aside(item.freespin_id, win.amount, item.free_stake, item.stake), 0);
    END IF;
    part := ledger.win_in_bonus(win.amount - set_aside, item.bonus_stake, item.stake);
    IF part > 0 OR set_aside > 0 THEN
      RETURN ROW(NULL, ARRAY[
        ROW(win.source, ledger.own_cash(), win.amount - part - set_aside)::ledger.transfer,
        ROW(win.source, ledger.own_bonus(), part)::ledger.transfer,
        ROW(win.source, ledger.house_account('house:spin-wins:' || item.currency), set_aside)::ledger.transfer],
        true, set_aside, NULL)::ledger.decision;
    END IF;
  END IF;
  RETURN ROW(refusal, item.transfers, false, 0, NULL)::ledger.decision;
END $$;

-- The transfers of a rollback: those of its bet, reversed, whatever the caller passes.
CREATE FUNCTION ledger.decide_rollback(item record, wallet wallet.accounts) RETURNS ledger.decision
LANGUAGE plpgsql AS $$
DECLARE
  refusal CONSTANT text := ledger.rollback_refusal(item.is_of_another, item.undone_by, item.bet_id,
    item.is_bet_of_round AND item.bet_wallet = wallet.id, item.status, item.won + item.forfeited);
BEGIN
  IF item.round_id IS NULL OR item.bet_key IS NULL THEN
    RAISE EXCEPTION 'a rollback names its round and its bet' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF refusal IS NOT NULL OR item.bet_id IS NULL THEN
    RETURN ROW(refusal, NULL, false, 0, NULL)::ledger.decision;
  END IF;
  PERFORM ledger.return_free_spin(item.actor, item.bet_key, item.at);
  RETURN ROW(NULL, ledger.transfers_back(item.bet_id, wallet.first_account_id), false, 0, NULL)::ledger.decision;
END $$;

-- Carries out the transfers of a movement in its wallet.
CREATE FUNCTION ledger.move(movement bigint, kind text, transfers ledger.transfer[], is_split boolean,
  round_bonus uuid, wallet wallet.accounts) RETURNS ledger.moved
LANGUAGE plpgsql AS $$
DECLARE
  highest_balance CONSTANT bigint := 9007199254740991; -- exact in a double
  moved ledger.moved;
  entries ledger.entries[] := '{}';
  staked bigint := 0; bonus_staked bigint := 0; free_staked bigint := 0;
  paid bigint := 0; given_back bigint := 0; forfeited bigint := 0;
  transfer ledger.transfer;
  amount bigint; source bigint; target bigint; source_id bigint; target_id bigint;
  source_after bigint; target_after bigint;
  ordinal int := -2;
BEGIN
  IF transfers IS NOT NULL THEN
    FOREACH transfer IN ARRAY transfers LOOP
      amount := transfer.amount; source := transfer.source; target := transfer.target;
      source_id := source; target_id := target; source_after := NULL; target_after := NULL;
      ordinal := ordinal + 2;
      -- Skips parts of a split that are zero.
      CONTINUE WHEN amount = 0 AND is_split;
      IF (amount > 0 AND source <> target AND (wallet.id IS NOT NULL
        OR source > ledger.own_vault() AND target > ledger.own_vault())) IS NOT TRUE THEN
        RAISE EXCEPTION 'not a transfer: % from % to %', amount, source, target
          USING ERRCODE = 'invalid_parameter_value';
      END IF;
      -- The operator's own stake.
      IF (kind = 'bet' AND source > ledger.own_vault())
        OR (kind = 'rollback' AND target > ledger.own_vault())
        THEN free_staked := free_staked + amount; END IF;
      -- Bonus money cannot be returned once its bonus has ended.
      IF target = ledger.own_bonus() AND kind IN ('win', 'rollback')
        AND round_bonus IS DISTINCT FROM wallet.bonus_id THEN
        forfeited := forfeited + amount;
        target_id := ledger.house_account('house:bonus-expense:' || wallet.currency); target := target_id;
      END IF;
      -- A returned stake counts in full, also the part of a bonus that has ended.
      IF target > ledger.own_vault() AND kind = 'sports-bet-returned' THEN forfeited := forfeited + amount; END IF;
      IF source = ledger.own_cash() THEN
        wallet.cash := wallet.cash - amount; source_after := wallet.cash; source_id := wallet.first_account_id;
        staked := staked + amount;
      ELSIF source = ledger.own_bonus() THEN
        wallet.bonus := wallet.bonus - amount; source_after := wallet.bonus; source_id := wallet.first_account_id + 1;
        staked := staked + amount; bonus_staked := bonus_staked + amount;
      ELSIF source = ledger.own_held() THEN
        wallet.held := wallet.held - amount; source_after := wallet.held; source_id := wallet.first_account_id + 2;
      ELSIF source = ledger.own_vault() THEN
        wallet.vault := wallet.vault - amount; source_after := wallet.vault; source_id := wallet.first_account_id + 3;
      END IF;
      IF source_after < 0 THEN
        moved.refusal := 'insufficientFunds';
        RETURN moved;
      END IF;
      IF target = ledger.own_cash() THEN
        wallet.cash := wallet.cash + amount; target_after := wallet.cash; target_id := wallet.first_account_id;
        paid := paid + amount;
      ELSIF target = ledger.own_bonus() THEN
        wallet.bonus := wallet.bonus + amount; target_after := wallet.bonus; target_id := wallet.first_account_id + 1;
        paid := paid + amount; given_back := given_back + amount;
      ELSIF target = ledger.own_held() THEN
        wallet.held := wallet.held + amount; target_after := wallet.held; target_id := wallet.first_account_id + 2;
      ELSIF target = ledger.own_vault() THEN
        wallet.vault := wallet.vault + amount; target_after := wallet.vault; target_id := wallet.first_account_id + 3;
      END IF;
      entries := entries || ROW(movement, ordinal, source_id, target_id, -amount, source_after)::ledger.entries;
      entries := entries || ROW(movement, ordinal + 1, target_id, source_id, amount, target_after)::ledger.entries;
    END LOOP;
  END IF;
  -- A larger balance could not be represented in JSON.
  IF paid > 0 AND wallet.cash::numeric + wallet.bonus + wallet.held + wallet.vault > highest_balance THEN
    moved.refusal := 'balanceTooLarge';
    RETURN moved;
  END IF;
  RETURN ROW(NULL, entries, wallet.cash, wallet.bonus, wallet.held, wallet.vault, staked, bonus_staked, free_staked,
    paid, given_back, forfeited)::ledger.moved;
END $$;

-- The wallet after a movement.
CREATE FUNCTION ledger.count_movement(movement bigint, kind text, turnover bigint, weight int, bet bigint,
  round_bonus uuid, moved ledger.moved, wallet wallet.accounts) RETURNS wallet.accounts
LANGUAGE plpgsql AS $$
DECLARE
  staked CONSTANT bigint := moved.staked;
  paid CONSTANT bigint := moved.paid;
  -- Without bonus money.
  cash_staked CONSTANT bigint := staked - moved.bonus_staked;
  cash_paid CONSTANT bigint := paid - moved.given_back;
BEGIN
  wallet.cash := moved.cash; wallet.bonus := moved.bonus; wallet.held := moved.held; wallet.vault := moved.vault;
  wallet.version := wallet.version + 1;
  -- Money that arrives in a hidden account makes it visible again.
  IF wallet.status = wallet.hidden() AND paid > 0 THEN wallet.status := wallet.inactive(); END IF;
  IF kind IN ('bet', 'win', 'rollback') THEN wallet.rounds_net := wallet.rounds_net + paid - staked; END IF;
  IF turnover > 0 THEN
    IF wallet.turnover_placed >= wallet.turnover_total THEN
      PERFORM ledger.restart_turnover(wallet.id, movement, wallet.turnover_total, wallet.turnover_placed);
      wallet.turnover_total := 0; wallet.turnover_placed := 0;
    END IF;
    wallet.turnover_total := wallet.turnover_total + turnover;
  END IF;
  IF ledger.is_stake(kind) AND kind <> 'sports-free-bet' THEN
    wallet.staked := wallet.staked + staked;
    wallet.lost := wallet.lost + cash_staked;
    wallet.room_stake := wallet.room_stake - staked; wallet.room_loss := wallet.room_loss - cash_staked;
    -- The price of a tournament entry is no turnover.
    IF kind <> 'tournament-entry' THEN wallet.turnover_placed := wallet.turnover_placed + cash_staked; END IF;
    IF kind = 'bet' AND wallet.bonus_id IS NOT NULL
      THEN wallet.wager_placed := wallet.wager_placed + staked * weight / 100; END IF;
  ELSIF kind = 'win' THEN
    wallet.lost := wallet.lost - cash_paid;
    wallet.room_loss := wallet.room_loss + cash_paid;
  ELSIF ledger.is_sports_decision(kind) THEN
    -- A corrected payout may take cash back, which counts as lost again.
    wallet.lost := wallet.lost - (cash_paid - cash_staked);
    wallet.room_loss := wallet.room_loss + (cash_paid - cash_staked);
  ELSIF kind IN ('rollback', 'sports-bet-returned', 'tournament-entry-returned') THEN
    wallet := ledger.count_return(kind, weight, bet, round_bonus, paid, moved.forfeited, cash_paid, wallet);
  END IF;
  RETURN wallet;
END $$;

-- The wallet after a stake has come back: it is taken from what was counted.
CREATE FUNCTION ledger.count_return(kind text, weight int, bet bigint, round_bonus uuid, paid bigint,
  forfeited bigint, cash bigint, wallet wallet.accounts) RETURNS wallet.accounts
LANGUAGE plpgsql AS $$
DECLARE
  stake CONSTANT bigint := paid + forfeited;
  required bigint;
BEGIN
  wallet.staked := wallet.staked - stake;
  wallet.lost := wallet.lost - cash;
  IF wallet.room_until IS NOT NULL AND bet IS NOT NULL THEN
    wallet.room_until := '-infinity';
    PERFORM limits.undo_bet(wallet.player_id, wallet.currency, bet, stake, cash);
  END IF;
  -- A tournament entry was no turnover.
  IF kind <> 'tournament-entry-returned' THEN
    required := ledger.void_turnover(wallet.id, bet, cash);
    wallet.turnover_total := greatest(0, wallet.turnover_total + coalesce(required, 0));
    IF required IS NULL THEN wallet.turnover_placed := greatest(0, wallet.turnover_placed - cash); END IF;
    IF round_bonus = wallet.bonus_id
      THEN wallet.wager_placed := wallet.wager_placed - paid * weight / 100; END IF;
  END IF;
  RETURN wallet;
END $$;

-- Whether the limits must be read: lets almost every bet pass with one expression, if its whole amount is within the
-- room, whichever balance it comes from.
CREATE FUNCTION ledger.is_beyond_room(room_until timestamptz, room_stake bigint, room_loss bigint, room_most bigint,
  cap bigint, round_stake bigint, amount bigint, moment timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT (moment >= room_until OR amount > least(room_stake, room_loss, least(cap, room_most) - round_stake)) IS TRUE
$$;

-- Reads the limits of the player of a bet that exceeds its wallet's room or the law's maximum stake, and moves the room
-- to the wallet, for a refused bet too. Limits count the player's own stakes of cash and bonus money; losses are of
-- cash only. Free spins and free bets are paid by the operator and count only as time of play, where they open a round.
-- The price of a ticket is one sum with the stake that buys it.
CREATE FUNCTION ledger.limit_refusal(INOUT wallets wallet.accounts[], place int, other_wallets uuid[],
  transfers ledger.transfer[], price bigint, round_stake bigint, round_status text, cap bigint, moment timestamptz,
  OUT refusal text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  wallet wallet.accounts := wallets[place];
  is_own CONSTANT boolean := (transfers[1]).source <= ledger.own_vault();
  amount CONSTANT bigint := CASE WHEN is_own
    THEN (transfers[1]).amount + coalesce((transfers[2]).amount, 0) + price ELSE 0 END;
  cash_staked CONSTANT bigint := CASE WHEN (transfers[1]).source = ledger.own_cash()
    THEN (transfers[1]).amount + price ELSE 0 END;
  room record;
BEGIN
  IF (is_own OR (round_status = 'open') IS NOT TRUE) IS NOT TRUE THEN
    RETURN;
  END IF;
  IF round_stake + amount > cap THEN
    refusal := 'stakeLimitReached';
  ELSIF moment >= wallet.room_until OR amount > wallet.room_stake OR cash_staked > wallet.room_loss
    OR round_stake + amount > wallet.room_most THEN
    IF EXISTS (SELECT FROM wallet.accounts WHERE player_id = wallet.player_id AND id <> ALL (other_wallets)
      AND id <> wallet.id) THEN
      RAISE EXCEPTION 'a wallet was opened while others were locked' USING ERRCODE = 'serialization_failure';
    END IF;
    SELECT * INTO room FROM limits.read_room(wallet.player_id, wallet.currency,
      (SELECT jsonb_object_agg(own.currency, jsonb_build_array(own.staked, own.lost))
        FROM unnest(wallets) AS own WHERE own.player_id = wallet.player_id),
      moment);
    wallets := ledger.end_rooms(wallets, wallet.player_id, place);
    wallet.room_stake := room.stake; wallet.room_loss := room.loss; wallet.room_most := room.most;
    IF room.time_refusal IS NULL THEN wallet.room_until := room.until;
    ELSIF wallet.room_until IS NOT NULL THEN wallet.room_until := '-infinity';
    END IF;
    wallets[place] := wallet;
    refusal := CASE
      WHEN room.time_refusal IS NOT NULL THEN room.time_refusal
      WHEN round_stake + amount > room.most THEN 'stakeLimitReached'
      WHEN amount > room.stake THEN 'betLimitReached'
      WHEN cash_staked > room.loss THEN 'lossLimitReached' END;
  END IF;
END $$;

-- Ends the room of a player's wallets in this call, but for the one at `place`.
CREATE FUNCTION ledger.end_rooms(wallets wallet.accounts[], player uuid, place int) RETURNS wallet.accounts[]
LANGUAGE plpgsql AS $$
BEGIN
  FOR i IN 1..cardinality(wallets) LOOP
    IF (wallets[i]).player_id = player AND i <> place AND (wallets[i]).room_until IS NOT NULL THEN
      wallets[i].room_until := '-infinity';
    END IF;
  END LOOP;
  RETURN wallets;
END $$;
