-- The writes of ledger.post: all decided movements of the call at once. Without the privileges of ledger.post these
-- functions write nothing.

CREATE FUNCTION ledger.write_movements(posted ledger.movements[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger.movements SELECT * FROM unnest(posted);
END $$;

-- The slot of this connection: the lowest that no other one has. The lock is kept until the connection ends. After a
-- rollback of its first call, the setting is lost and the lock kept, and the next call finds one of both again. With
-- every slot in use, connections share them, and wait for each other.
CREATE FUNCTION ledger.house_slot() RETURNS smallint LANGUAGE plpgsql AS $$
DECLARE
  slots CONSTANT int := 1024;
BEGIN
  IF coalesce(current_setting('ledger.house_slot', true), '') <> '' THEN
    RETURN current_setting('ledger.house_slot')::smallint;
  END IF;
  FOR slot IN 0..slots - 1 LOOP
    IF pg_try_advisory_lock(hashtext('house slot'), slot) THEN
      PERFORM set_config('ledger.house_slot', slot::text, false);
      RETURN slot;
    END IF;
  END LOOP;
  RETURN pg_backend_pid() % slots;
END $$;

-- House accounts have no balance in their entries: each writer adds to its own part, so that bets do not wait for each
-- other.
CREATE FUNCTION ledger.write_entries(entries ledger.entries[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  own_slot CONSTANT smallint := ledger.house_slot();
BEGIN
  IF entries = '{}' THEN
    RETURN;
  END IF;
  INSERT INTO ledger.entries SELECT * FROM unnest(entries);
  INSERT INTO ledger.house_balances AS part (account_id, slot, balance)
  SELECT account_id, own_slot, sum(amount) FROM unnest(entries) WHERE balance_after IS NULL
  GROUP BY account_id ORDER BY account_id
  ON CONFLICT (account_id, slot) DO UPDATE SET balance = part.balance + excluded.balance;
END $$;

CREATE FUNCTION ledger.write_wallets(wallets wallet.accounts[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE wallet.accounts SET status = changed.status, cash = changed.cash, bonus = changed.bonus, held = changed.held,
    vault = changed.vault, version = changed.version, turnover_total = changed.turnover_total,
    turnover_placed = changed.turnover_placed, wager_placed = changed.wager_placed, rounds_net = changed.rounds_net,
    staked = changed.staked, lost = changed.lost, room_stake = changed.room_stake, room_loss = changed.room_loss,
    room_most = changed.room_most, room_until = changed.room_until, room_rates = changed.room_rates,
    open_tickets = changed.open_tickets
  FROM unnest(wallets) AS changed
  WHERE accounts.id = changed.id AND accounts.version <> changed.version;
END $$;

CREATE FUNCTION ledger.write_events(events ledger.event[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox.events (channel, event, form, payload, version)
  SELECT channel, event, form, payload::json, version FROM unnest(events);
END $$;

-- New rounds, and additions to open ones. A round that another transaction stores at the same time fails the call,
-- which is then repeated.
CREATE FUNCTION ledger.write_rounds(rounds ledger.round_change[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  created int; continued int;
BEGIN
  IF rounds = '{}' THEN
    RETURN;
  END IF;
  INSERT INTO games.rounds
    (id, studio, game_id, player_id, currency, stake, won, status, bets, first_movement_id, last_movement_id,
      bonus_stake, free_stake, bonus_id, forfeited, freespin_id)
  SELECT id, studio, game_id, player_id, currency, stake, won, CASE WHEN is_final THEN 'settled' ELSE 'open' END, bets,
    first_movement_id, last_movement_id, bonus_stake, free_stake, bonus_id, forfeited, freespin_id
  FROM unnest(rounds) WHERE is_new;
  GET DIAGNOSTICS created = ROW_COUNT;
  IF created = cardinality(rounds) THEN
    RETURN;
  END IF;
  UPDATE games.rounds AS round SET
    stake = round.stake + more.stake, won = round.won + more.won, bets = round.bets + more.bets,
    bonus_stake = round.bonus_stake + more.bonus_stake, free_stake = round.free_stake + more.free_stake,
    bonus_id = coalesce(round.bonus_id, more.bonus_id), forfeited = round.forfeited + more.forfeited,
    freespin_id = coalesce(round.freespin_id, more.freespin_id),
    status = CASE WHEN more.is_final THEN 'settled' ELSE round.status END,
    last_movement_id = more.last_movement_id, updated_at = now()
  FROM unnest(rounds) AS more
  WHERE NOT more.is_new AND round.id = more.id AND round.studio = more.studio;
  GET DIAGNOSTICS continued = ROW_COUNT;
  IF created + continued <> cardinality(rounds) THEN
    RAISE EXCEPTION 'two movements of one call are of the same round' USING ERRCODE = 'invalid_parameter_value';
  END IF;
END $$;

-- `rollbacks` has also those whose bet has not arrived yet, so that the late bet is refused. `undone`: what the bets
-- had added to their rounds.
CREATE FUNCTION ledger.write_rollbacks(rollbacks ledger.rollbacks[], undone ledger.round_change[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger.rollbacks SELECT * FROM unnest(rollbacks);
  UPDATE games.rounds AS round SET stake = round.stake - bet.stake, bonus_stake = round.bonus_stake - bet.bonus_stake,
    free_stake = round.free_stake - bet.free_stake, bets = round.bets - bet.bets,
    last_movement_id = bet.last_movement_id, updated_at = now(),
    status = CASE WHEN round.bets = 1 THEN 'rolled-back' ELSE round.status END
  FROM unnest(undone) AS bet
  WHERE round.id = bet.id AND round.studio = bet.studio;
END $$;
