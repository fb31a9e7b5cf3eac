-- The writes of ledger.post: all decided movements of the call at once. Each array has one element per movement, except
-- those of entries and of wallets. Without the privileges of ledger.post these functions write nothing.

CREATE FUNCTION ledger.write_movements(
  movement_ids bigint[], replays boolean[], kinds text[], actors text[], keys text[], hashes text[], wallet_ids uuid[],
  places int[],
  reference_kinds text[], reference_ids text[], reference_labels text[], cash_after bigint[], bonus_after bigint[],
  held_after bigint[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger.movements
    (id, kind, actor, idempotency_key, request_hash, wallet_id, reference_kind, reference_id, reference_label,
      cash_after, bonus_after, held_after)
  SELECT id, kind, actor, key, hash, wallet_ids[place], reference_kind, reference_id, reference_label, cash, bonus, held
  FROM unnest(movement_ids, replays, kinds, actors, keys, hashes, places, reference_kinds, reference_ids,
    reference_labels, cash_after, bonus_after, held_after)
    AS made (id, is_replay, kind, actor, key, hash, place, reference_kind, reference_id, reference_label, cash, bonus,
      held)
  WHERE id IS NOT NULL AND NOT is_replay;
END $$;

-- House accounts have no balance in their entries: each writer adds to its own part, so that bets do not wait for each
-- other.
CREATE FUNCTION ledger.write_entries(movements bigint[], ordinals int[], accounts bigint[], counterparties bigint[],
  amounts bigint[], balances bigint[])
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger.entries (movement_id, ordinal, account_id, counterparty_id, amount, balance_after)
  SELECT * FROM unnest(movements, ordinals, accounts, counterparties, amounts, balances);
  INSERT INTO ledger.house_balances AS part (account_id, slot, balance)
  SELECT account_id, pg_backend_pid() % 64, sum(amount)
  FROM unnest(accounts, amounts, balances) AS side (account_id, amount, balance_after)
  WHERE balance_after IS NULL GROUP BY account_id ORDER BY account_id
  ON CONFLICT (account_id, slot) DO UPDATE SET balance = part.balance + excluded.balance;
END $$;

CREATE FUNCTION ledger.write_wallets(
  wallet_ids uuid[], statuses int[], cash_now bigint[], bonus_now bigint[], held_now bigint[], vault_now bigint[],
  versions bigint[], turnovers bigint[], placed bigint[], wagered bigint[], nets bigint[],
  staked_now bigint[], lost_now bigint[], stake_rooms bigint[], loss_rooms bigint[], most_rooms bigint[],
  rooms_until timestamptz[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE wallet.accounts SET status = changed.status, cash = changed.cash, bonus = changed.bonus, held = changed.held,
    vault = changed.vault, version = changed.version,
    turnover_total = changed.turnover, turnover_placed = changed.placed, wager_placed = changed.wagered,
      rounds_net = changed.net,
    staked = changed.staked, lost = changed.lost, room_stake = changed.room_stake, room_loss = changed.room_loss,
      room_most = changed.room_most, room_until = changed.room_until
  FROM unnest(wallet_ids, statuses, cash_now, bonus_now, held_now, vault_now, versions, turnovers, placed, wagered,
    nets, staked_now, lost_now, stake_rooms, loss_rooms, most_rooms, rooms_until)
    AS changed (id, status, cash, bonus, held, vault, version, turnover, placed, wagered, net, staked, lost, room_stake,
      room_loss, room_most, room_until)
  WHERE accounts.id = changed.id AND accounts.version <> changed.version;
END $$;

-- The account's current state in the ledger's terms, which the relay converts for clients.
CREATE FUNCTION ledger.write_wallet_events(
  players uuid[], currencies text[], wallet_ids uuid[], places int[], statuses int[], cash_after bigint[],
  bonus_after bigint[], held_after bigint[], vaults_after bigint[], nets_after bigint[], versions bigint[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox.events (channel, event, form, payload, version)
  SELECT 'wallet:accounts#' || players[place], 'account', 'wallet',
    concat('["', wallet_ids[place], '","', currencies[place], '",', status, ',', cash, ',', bonus, ',', held, ',',
      vault, ',', net, ']')::json, version
  FROM unnest(places, statuses, cash_after, bonus_after, held_after, vaults_after, nets_after, versions) AS made (place,
    status, cash, bonus, held, vault, net, version)
  WHERE version IS NOT NULL;
END $$;

-- One row per round: its bet and its win may be in one call.
CREATE FUNCTION ledger.write_rounds(
  movement_ids bigint[], replays boolean[], kinds text[], players uuid[], currencies text[], wallet_bonuses uuid[],
  places int[],
  round_ids text[], studios text[], game_ids text[], finals boolean[], stakes bigint[], wins bigint[],
  bonus_stakes bigint[], free_stakes bigint[], forfeits bigint[], spin_grants uuid[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO games.rounds AS round
    (id, studio, game_id, player_id, currency, stake, won, status, bets, first_movement_id, last_movement_id,
      bonus_stake, free_stake, bonus_id, forfeited, freespin_id)
  SELECT round_id, studio, game_id, players[place], currencies[place],
    coalesce(sum(stake) FILTER (WHERE kind = 'bet'), 0), coalesce(sum(win) FILTER (WHERE kind = 'win'), 0),
    CASE WHEN bool_or(is_final) THEN 'settled' ELSE 'open' END, count(*) FILTER (WHERE kind = 'bet'), min(id), max(id),
    sum(bonus_stake), sum(free_stake), CASE WHEN bool_or(kind = 'bet') THEN wallet_bonuses[place] END, sum(forfeited),
    (array_agg(spin_grant) FILTER (WHERE spin_grant IS NOT NULL))[1]
  FROM unnest(movement_ids, replays, kinds, places, round_ids, studios, game_ids, finals, stakes, wins, bonus_stakes,
    free_stakes, forfeits, spin_grants)
    AS made (id, is_replay, kind, place, round_id, studio, game_id, is_final, stake, win, bonus_stake, free_stake,
      forfeited, spin_grant)
  WHERE id IS NOT NULL AND NOT is_replay AND round_id IS NOT NULL AND kind <> 'rollback'
  GROUP BY round_id, studio, game_id, place
  ON CONFLICT (id, studio) DO UPDATE SET stake = round.stake + excluded.stake, won = round.won + excluded.won,
    bets = round.bets + excluded.bets,
    bonus_stake = round.bonus_stake + excluded.bonus_stake, free_stake = round.free_stake + excluded.free_stake,
    bonus_id = coalesce(round.bonus_id, excluded.bonus_id), forfeited = round.forfeited + excluded.forfeited,
    freespin_id = coalesce(round.freespin_id, excluded.freespin_id),
    status = CASE WHEN excluded.status = 'settled' THEN 'settled'
      ELSE round.status END, last_movement_id = excluded.last_movement_id, updated_at = now();
END $$;

-- Also for a bet that has not arrived yet, so that the late bet is refused.
CREATE FUNCTION ledger.write_rollbacks(
  movement_ids bigint[], replays boolean[], kinds text[], actors text[], wallet_ids uuid[], places int[],
  bet_keys text[], bet_movements bigint[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger.rollbacks (actor, bet_key, wallet_id, movement_id, bet_movement_id)
  SELECT actor, bet_key, wallet_ids[place], id, bet
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
