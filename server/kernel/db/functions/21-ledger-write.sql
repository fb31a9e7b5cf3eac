-- The writes of ledger.post: all decided movements of the call at once. Each array has one element per movement, except
-- those of transfers, wallets and rounds. Without the privileges of ledger.post these functions write nothing.

CREATE FUNCTION ledger.write_movements(
  movement_ids bigint[], replays boolean[], kinds text[], actors text[], keys text[], hashes text[],
  wallets wallet.accounts[], places int[], reference_kinds text[], reference_ids text[], reference_labels text[],
  cash_after bigint[], bonus_after bigint[], held_after bigint[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger.movements
    (id, kind, actor, idempotency_key, request_hash, wallet_id, reference_kind, reference_id, reference_label,
      cash_after, bonus_after, held_after)
  SELECT movement_ids[n], kinds[n], actors[n], keys[n], hashes[n], (wallets[places[n]]).id,
    reference_kinds[n], reference_ids[n], reference_labels[n], cash_after[n], bonus_after[n], held_after[n]
  FROM generate_subscripts(kinds, 1) AS n
  WHERE movement_ids[n] IS NOT NULL AND NOT replays[n];
END $$;

-- Two entries for each transfer. House accounts have no balance in their entries: each writer adds to its own part, so
-- that bets do not wait for each other.
CREATE FUNCTION ledger.write_entries(transfers int, movements bigint[], places int[], froms bigint[], tos bigint[],
  amounts bigint[], from_balances bigint[], to_balances bigint[])
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger.entries (movement_id, ordinal, account_id, counterparty_id, amount, balance_after)
  SELECT movements[n], 2 * places[n] + side,
    CASE side WHEN 0 THEN froms[n] ELSE tos[n] END, CASE side WHEN 0 THEN tos[n] ELSE froms[n] END,
    CASE side WHEN 0 THEN -amounts[n] ELSE amounts[n] END,
    CASE side WHEN 0 THEN from_balances[n] ELSE to_balances[n] END
  FROM generate_series(1, transfers) AS n, generate_series(0, 1) AS side;
  INSERT INTO ledger.house_balances AS part (account_id, slot, balance)
  SELECT account_id, pg_backend_pid() % 64, sum(amount) FROM (
    SELECT froms[n] AS account_id, -amounts[n] AS amount FROM generate_series(1, transfers) AS n
    WHERE from_balances[n] IS NULL
    UNION ALL
    SELECT tos[n], amounts[n] FROM generate_series(1, transfers) AS n WHERE to_balances[n] IS NULL) AS side
  GROUP BY account_id ORDER BY account_id
  ON CONFLICT (account_id, slot) DO UPDATE SET balance = part.balance + excluded.balance;
END $$;

CREATE FUNCTION ledger.write_wallets(wallets wallet.accounts[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE wallet.accounts SET status = changed.status, cash = changed.cash, bonus = changed.bonus, held = changed.held,
    vault = changed.vault, version = changed.version, turnover_total = changed.turnover_total,
    turnover_placed = changed.turnover_placed, wager_placed = changed.wager_placed, rounds_net = changed.rounds_net,
    staked = changed.staked, lost = changed.lost, room_stake = changed.room_stake, room_loss = changed.room_loss,
    room_most = changed.room_most, room_until = changed.room_until, room_rates = changed.room_rates
  FROM unnest(wallets) AS changed
  WHERE accounts.id = changed.id AND accounts.version <> changed.version;
END $$;

-- The account's current state in the ledger's terms, which the relay converts for clients.
CREATE FUNCTION ledger.write_wallet_events(
  wallets wallet.accounts[], places int[], statuses int[], cash_after bigint[], bonus_after bigint[],
  held_after bigint[], vaults_after bigint[], nets_after bigint[], versions bigint[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox.events (channel, event, form, payload, version)
  SELECT 'wallet:accounts#' || (wallets[places[n]]).player_id, 'account', 'wallet',
    concat('["', (wallets[places[n]]).id, '","', (wallets[places[n]]).currency, '",', statuses[n], ',', cash_after[n],
      ',', bonus_after[n], ',', held_after[n], ',', vaults_after[n], ',', nets_after[n], ']')::json, versions[n]
  FROM generate_subscripts(places, 1) AS n
  WHERE versions[n] IS NOT NULL;
END $$;

-- New rounds. `firsts`, `lasts`: the movements of a round, which are the same one unless its bet and its win are in
-- this call. A round that another transaction stores at the same time fails the call, which is then repeated.
CREATE FUNCTION ledger.write_rounds(
  firsts int[], lasts int[], are_new boolean[], movement_ids bigint[], kinds text[], wallets wallet.accounts[],
  places int[], round_ids text[], studios text[], game_ids text[], finals boolean[], stakes bigint[], wins bigint[],
  bonus_stakes bigint[], free_stakes bigint[], forfeits bigint[], spin_grants uuid[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO games.rounds
    (id, studio, game_id, player_id, currency, stake, won, status, bets, first_movement_id, last_movement_id,
      bonus_stake, free_stake, bonus_id, forfeited, freespin_id)
  SELECT round_ids[first], studios[first], game_ids[first], (wallets[places[first]]).player_id,
    (wallets[places[first]]).currency,
    CASE WHEN kinds[first] = 'bet' THEN stakes[first] ELSE 0 END,
    CASE WHEN kinds[last] = 'win' THEN wins[last] ELSE 0 END,
    CASE WHEN finals[first] OR finals[last] THEN 'settled' ELSE 'open' END, (kinds[first] = 'bet')::int,
    movement_ids[first], movement_ids[last], bonus_stakes[first], free_stakes[first],
    CASE WHEN kinds[first] = 'bet' THEN (wallets[places[first]]).bonus_id END, forfeits[last], spin_grants[first]
  FROM unnest(firsts, lasts, are_new) AS made (first, last, is_new)
  WHERE is_new;
END $$;

-- Adds to open rounds. Arguments as above.
CREATE FUNCTION ledger.continue_rounds(
  firsts int[], lasts int[], are_new boolean[], movement_ids bigint[], kinds text[], wallets wallet.accounts[],
  places int[], round_ids text[], studios text[], finals boolean[], stakes bigint[], wins bigint[],
  bonus_stakes bigint[], free_stakes bigint[], forfeits bigint[], spin_grants uuid[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  continued int;
BEGIN
  UPDATE games.rounds AS round SET
    stake = round.stake + CASE WHEN kinds[first] = 'bet' THEN stakes[first] ELSE 0 END,
    won = round.won + CASE WHEN kinds[last] = 'win' THEN wins[last] ELSE 0 END,
    bets = round.bets + (kinds[first] = 'bet')::int,
    bonus_stake = round.bonus_stake + bonus_stakes[first], free_stake = round.free_stake + free_stakes[first],
    bonus_id = coalesce(round.bonus_id, CASE WHEN kinds[first] = 'bet' THEN (wallets[places[first]]).bonus_id END),
    forfeited = round.forfeited + forfeits[last], freespin_id = coalesce(round.freespin_id, spin_grants[first]),
    status = CASE WHEN finals[first] OR finals[last] THEN 'settled' ELSE round.status END,
    last_movement_id = movement_ids[last], updated_at = now()
  FROM unnest(firsts, lasts, are_new) AS made (first, last, is_new)
  WHERE NOT is_new AND round.id = round_ids[first] AND round.studio = studios[first];
  GET DIAGNOSTICS continued = ROW_COUNT;
  IF continued <> cardinality(array_positions(are_new, false)) THEN
    RAISE EXCEPTION 'two movements of one call are of the same round' USING ERRCODE = 'invalid_parameter_value';
  END IF;
END $$;

-- Stored also for a bet that has not arrived yet, so that the late bet is refused.
CREATE FUNCTION ledger.write_rollbacks(
  movement_ids bigint[], replays boolean[], kinds text[], actors text[], wallets wallet.accounts[], places int[],
  bet_keys text[], bet_movements bigint[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger.rollbacks (actor, bet_key, wallet_id, movement_id, bet_movement_id)
  SELECT actor, bet_key, (wallets[place]).id, id, bet
  FROM unnest(movement_ids, replays, kinds, actors, bet_keys, places, bet_movements) AS made (id, is_replay, kind,
    actor, bet_key, place, bet)
  WHERE id IS NOT NULL AND NOT is_replay AND kind = 'rollback';
END $$;

-- Removes rolled-back bets from their rounds.
CREATE FUNCTION ledger.undo_bets(
  movement_ids bigint[], replays boolean[], kinds text[], round_ids text[], studios text[], bet_movements bigint[],
  wins bigint[], forfeits bigint[], bonus_stakes bigint[], free_stakes bigint[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE games.rounds AS round SET stake = round.stake - made.win - made.forfeited,
    bonus_stake = round.bonus_stake - made.bonus_stake,
    free_stake = round.free_stake - made.free_stake, bets = round.bets - 1, last_movement_id = made.id,
      updated_at = now(),
    status = CASE WHEN round.bets = 1 THEN 'rolled-back' ELSE round.status END
  FROM unnest(movement_ids, replays, kinds, round_ids, studios, wins, bet_movements, forfeits, bonus_stakes,
    free_stakes)
    AS made (id, is_replay, kind, round_id, studio, win, bet, forfeited, bonus_stake, free_stake)
  WHERE made.id IS NOT NULL AND NOT made.is_replay AND made.kind = 'rollback' AND made.bet IS NOT NULL
    AND round.id = made.round_id AND round.studio = made.studio;
END $$;
