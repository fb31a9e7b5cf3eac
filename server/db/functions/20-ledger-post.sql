DROP FUNCTION IF EXISTS ledger.post;
-- The only way money moves. Takes movements, gives each its own outcome, and equals posting them one after the
-- other in the given order: lock the wallets in id order, gather the facts, decide in order, write all at once.
-- No two movements of one call may share an idempotency key, the key of a bet they name, or a round; the caller's
-- queue sees to that.
-- `places` says which of `players` and `currencies` is a movement's wallet, 0 where it has none.
-- Accounts in `leg_from` and `leg_to`: 1 cash, 2 bonus, 3 held of the movement's own wallet, else a house account's id.
-- A bet from cash takes bonus money where the cash does not reach; its win comes back in the same parts. `turnovers` is
-- what a deposit asks to be staked, `weights` how much of a stake counts for a bonus, in percent; 0 keeps bonus money out.
CREATE FUNCTION ledger.post(
  players uuid[], currencies text[],
  kinds text[], actors text[], keys text[], hashes text[], places int[],
  reference_kinds text[], reference_ids text[], reference_labels text[],
  round_ids text[], studios text[], game_ids text[], finals boolean[], bet_keys text[], turnovers bigint[], weights int[],
  leg_items int[], leg_from bigint[], leg_to bigint[], leg_amounts bigint[],
  event_items int[], event_channels text[], event_names text[], event_payloads text[], event_versions bigint[],
  OUT refusals text[], OUT movement_ids bigint[], OUT replays boolean[], OUT cash_after bigint[], OUT bonus_after bigint[], OUT held_after bigint[]
) LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog
-- Every lookup is by an index whatever the statistics say: plans are made while the tables are still empty, and kept.
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  items CONSTANT int := cardinality(kinds);
  legs CONSTANT int := cardinality(leg_items);
  item record;
  n int;
  refusal text;
  leg int := 1; first_leg int; last_leg int;
  wallet record;
  wallet_ids uuid[] := array_fill(NULL::uuid, ARRAY[cardinality(players)]);
  wallet_status int[] := array_fill(NULL::int, ARRAY[cardinality(players)]);
  wallet_first bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(players)]);
  wallet_version bigint[] := wallet_first; wallet_cash bigint[] := wallet_first; wallet_bonus bigint[] := wallet_first; wallet_held bigint[] := wallet_first;
  wallet_turnover bigint[] := wallet_first; wallet_placed bigint[] := wallet_first; wallet_wagered bigint[] := wallet_first; wallet_max bigint[] := wallet_first;
  wallet_bonus_id uuid[] := wallet_ids;
  place int; own bigint; cash bigint; bonus bigint; held bigint; bonus_staked bigint; free_staked bigint; given_back bigint; forfeited bigint;
  amount bigint; from_id bigint; to_id bigint; from_after bigint; to_after bigint; staked bigint; paid bigint;
  versions bigint[]; stakes bigint[]; wins bigint[]; bet_movements bigint[]; bonus_stakes bigint[]; free_stakes bigint[]; forfeits bigint[];
  entry_movements bigint[]; entry_ordinals int[]; entry_accounts bigint[]; entry_counterparties bigint[]; entry_amounts bigint[]; entry_balances bigint[];
  entry int := 0; kept int := 0;
  movement bigint;
  has_rollback boolean := false; has_round boolean := false; has_wallet boolean := false;
BEGIN
  -- Before any id of a movement: a reader who misses one can tell by the running transactions whether it may still come.
  PERFORM pg_current_xact_id();
  refusals := array_fill(NULL::text, ARRAY[items]);
  movement_ids := array_fill(NULL::bigint, ARRAY[items]);
  replays := array_fill(false, ARRAY[items]);
  cash_after := movement_ids; bonus_after := movement_ids; held_after := movement_ids;
  versions := movement_ids; stakes := movement_ids; wins := movement_ids; bet_movements := movement_ids; bonus_stakes := movement_ids; free_stakes := movement_ids; forfeits := movement_ids;

  FOR wallet IN
    SELECT account.*, wanted.place FROM unnest(players, currencies) WITH ORDINALITY AS wanted (player_id, currency, place)
    JOIN wallet.accounts AS account USING (player_id, currency)
    ORDER BY account.id FOR NO KEY UPDATE OF account
  LOOP
    place := wallet.place;
    wallet_ids[place] := wallet.id; wallet_first[place] := wallet.first_account_id; wallet_status[place] := wallet.status;
    wallet_version[place] := wallet.version; wallet_cash[place] := wallet.cash; wallet_bonus[place] := wallet.bonus; wallet_held[place] := wallet.held;
    wallet_turnover[place] := wallet.turnover_total; wallet_placed[place] := wallet.turnover_placed;
    wallet_bonus_id[place] := wallet.bonus_id; wallet_wagered[place] := wallet.wager_placed; wallet_max[place] := wallet.max_bet;
  END LOOP;

  FOR item IN
    SELECT given.n, given.kind, given.hash, given.round_id, given.bet_key, given.place, given.turnover, given.weight,
      prior.id AS prior_id, prior.request_hash AS prior_hash, prior.cash_after, prior.bonus_after, prior.held_after,
      round.status, round.bets, round.stake, round.won, round.player_id, round.currency, round.bonus_stake, round.bonus_id, round.forfeited,
      bet.id AS bet_id, bet.kind AS bet_kind, bet.wallet_id AS bet_wallet, bet.reference_id AS bet_round,
      undone.movement_id AS undone_by
    FROM unnest(kinds, actors, keys, hashes, places, round_ids, studios, bet_keys, turnovers, weights)
      WITH ORDINALITY AS given (kind, actor, key, hash, place, round_id, studio, bet_key, turnover, weight, n)
    LEFT JOIN ledger.movements AS prior ON prior.actor = given.actor AND prior.idempotency_key = given.key
    LEFT JOIN games.rounds AS round ON round.id = given.round_id AND round.studio = given.studio
    LEFT JOIN ledger.movements AS bet ON bet.actor = given.actor AND bet.idempotency_key = given.bet_key
    LEFT JOIN ledger.rollbacks AS undone ON undone.actor = given.actor AND undone.wallet_id = wallet_ids[given.place]
      AND undone.bet_key = CASE WHEN given.kind = 'bet' THEN given.key ELSE given.bet_key END
    ORDER BY given.n
  LOOP
    n := item.n; place := item.place; refusal := NULL;
    IF item.prior_id IS NOT NULL THEN
      IF item.prior_hash <> item.hash THEN
        refusals[n] := 'idempotencyConflict';
      ELSE
        replays[n] := true; movement_ids[n] := item.prior_id;
        cash_after[n] := item.cash_after; bonus_after[n] := item.bonus_after; held_after[n] := item.held_after;
      END IF;
      CONTINUE;
    END IF;
    IF place > 0 AND wallet_ids[place] IS NULL THEN
      refusals[n] := 'accountNotFound';
      CONTINUE;
    END IF;

    -- Rounds: a win needs an accepted bet; a rollback undoes one bet of the same wallet and round, or waits for it.
    IF item.round_id IS NOT NULL THEN
      IF item.player_id <> players[place] OR item.currency <> currencies[place] THEN
        refusal := CASE item.kind WHEN 'bet' THEN 'roundClosed' ELSE 'betNotFound' END;
      ELSIF item.kind = 'bet' THEN
        refusal := CASE WHEN item.undone_by IS NOT NULL THEN 'betRolledBack' WHEN item.status <> 'open' THEN 'roundClosed' END;
      ELSIF item.kind = 'win' THEN
        refusal := CASE
          WHEN item.status = 'rolled-back' OR item.undone_by IS NOT NULL THEN 'betRolledBack'
          WHEN item.status IS NULL OR item.bets = 0 THEN 'betNotFound'
          WHEN item.status = 'settled' THEN 'roundClosed'
          WHEN item.bet_key IS NOT NULL AND (item.bet_kind = 'bet' AND item.bet_round = item.round_id) IS NOT TRUE THEN 'betNotFound' END;
      ELSIF item.kind = 'rollback' THEN
        refusal := CASE
          WHEN item.undone_by IS NOT NULL THEN 'betRolledBack'
          WHEN item.bet_id IS NULL THEN NULL
          WHEN item.bet_kind <> 'bet' OR item.bet_wallet IS DISTINCT FROM wallet_ids[place] OR item.bet_round <> item.round_id THEN 'betNotFound'
          WHEN item.status = 'settled' OR item.won > 0 OR item.forfeited > 0 THEN 'betAlreadyPaid' END;
      END IF;
      IF refusal IS NOT NULL THEN
        refusals[n] := refusal;
        CONTINUE;
      END IF;
      has_round := true;
    END IF;

    WHILE leg <= legs AND leg_items[leg] < n LOOP leg := leg + 1; END LOOP;
    first_leg := leg;
    WHILE leg <= legs AND leg_items[leg] = n LOOP leg := leg + 1; END LOOP;
    last_leg := leg - 1;
    movement := nextval('ledger.movement_ids');
    own := wallet_first[place];
    IF item.kind = 'rollback' THEN
      IF item.round_id IS NULL OR item.bet_key IS NULL THEN
        RAISE EXCEPTION 'a rollback names its round and its bet' USING ERRCODE = 'invalid_parameter_value';
      END IF;
      has_rollback := true;
      bet_movements[n] := item.bet_id;
      -- What comes back is what the bet took, in the same split, whatever the caller says.
      first_leg := cardinality(leg_amounts) + 1;
      IF item.bet_id IS NOT NULL THEN
        SELECT leg_from || array_agg(CASE WHEN counterparty_id BETWEEN own AND own + 2 THEN counterparty_id - own + 1 ELSE counterparty_id END ORDER BY ordinal DESC),
          leg_to || array_agg(CASE WHEN account_id BETWEEN own AND own + 2 THEN account_id - own + 1 ELSE account_id END ORDER BY ordinal DESC),
          leg_amounts || array_agg(-entries.amount ORDER BY ordinal DESC)
        INTO leg_from, leg_to, leg_amounts
        FROM ledger.entries WHERE movement_id = item.bet_id AND entries.amount < 0;
      END IF;
      last_leg := coalesce(cardinality(leg_amounts), 0);
    END IF;

    given_back := 0; forfeited := 0; free_staked := 0;
    FOR i IN first_leg..last_leg LOOP free_staked := free_staked + CASE WHEN CASE item.kind WHEN 'bet' THEN leg_from[i] WHEN 'rollback' THEN leg_to[i] END > 3 THEN leg_amounts[i] ELSE 0 END; END LOOP;
    IF item.kind = 'bet' AND last_leg = first_leg AND leg_from[first_leg] = 1 AND wallet_bonus_id[place] IS NOT NULL AND item.weight > 0 THEN
      amount := leg_amounts[first_leg]; to_id := leg_to[first_leg]; cash := wallet_cash[place];
      IF coalesce(item.stake, 0) + amount > wallet_max[place] THEN
        refusals[n] := 'maxBetExceeded';
        CONTINUE;
      END IF;
      IF amount > cash AND wallet_bonus[place] > 0 AND coalesce(item.bonus_id, wallet_bonus_id[place]) = wallet_bonus_id[place] THEN
        first_leg := cardinality(leg_amounts) + 1;
        IF cash > 0 THEN leg_from := leg_from || 1::bigint; leg_to := leg_to || to_id; leg_amounts := leg_amounts || cash; END IF;
        leg_from := leg_from || 2::bigint; leg_to := leg_to || to_id; leg_amounts := leg_amounts || amount - cash;
        last_leg := cardinality(leg_amounts);
      END IF;
    ELSIF item.kind = 'win' AND last_leg = first_leg AND leg_to[first_leg] = 1 AND item.bonus_stake > 0 THEN
      amount := leg_amounts[first_leg]; from_id := leg_from[first_leg];
      given_back := floor(amount::numeric * item.bonus_stake / item.stake)::bigint;
      IF given_back > 0 THEN
        first_leg := cardinality(leg_amounts) + 1;
        IF amount > given_back THEN leg_from := leg_from || from_id; leg_to := leg_to || 1::bigint; leg_amounts := leg_amounts || amount - given_back; END IF;
        leg_from := leg_from || from_id; leg_to := leg_to || 2::bigint; leg_amounts := leg_amounts || given_back;
        last_leg := cardinality(leg_amounts);
      END IF;
    END IF;
    -- Bonus money has nowhere to come back to once its bonus is over.
    IF item.kind IN ('win', 'rollback') AND item.bonus_id IS DISTINCT FROM wallet_bonus_id[place] THEN
      FOR i IN first_leg..last_leg LOOP
        IF leg_to[i] = 2 THEN
          forfeited := forfeited + leg_amounts[i];
          leg_to[i] := ledger.house_account('house:bonus-expense:' || currencies[place]);
        END IF;
      END LOOP;
    END IF;

    cash := wallet_cash[place]; bonus := wallet_bonus[place]; held := wallet_held[place];
    staked := 0; paid := 0; bonus_staked := 0; given_back := forfeited;
    kept := entry;
    FOR i IN first_leg..last_leg LOOP
      amount := leg_amounts[i]; from_id := leg_from[i]; to_id := leg_to[i]; from_after := NULL; to_after := NULL;
      IF amount <= 0 OR from_id = to_id OR (place = 0 AND (from_id < 4 OR to_id < 4)) THEN
        RAISE EXCEPTION 'not a transfer: % from % to %', amount, from_id, to_id USING ERRCODE = 'invalid_parameter_value';
      END IF;
      IF from_id = 1 THEN cash := cash - amount; from_after := cash; from_id := own; staked := staked + amount;
      ELSIF from_id = 2 THEN bonus := bonus - amount; from_after := bonus; from_id := own + 1; staked := staked + amount; bonus_staked := bonus_staked + amount;
      ELSIF from_id = 3 THEN held := held - amount; from_after := held; from_id := own + 2;
      END IF;
      IF from_after < 0 THEN
        refusal := 'insufficientFunds';
        EXIT;
      END IF;
      IF to_id = 1 THEN cash := cash + amount; to_after := cash; to_id := own; paid := paid + amount;
      ELSIF to_id = 2 THEN bonus := bonus + amount; to_after := bonus; to_id := own + 1; paid := paid + amount; given_back := given_back + amount;
      ELSIF to_id = 3 THEN held := held + amount; to_after := held; to_id := own + 2;
      END IF;
      entry := entry + 1;
      entry_movements[entry] := movement; entry_ordinals[entry] := 2 * (i - first_leg); entry_accounts[entry] := from_id;
      entry_counterparties[entry] := to_id; entry_amounts[entry] := -amount; entry_balances[entry] := from_after;
      entry := entry + 1;
      entry_movements[entry] := movement; entry_ordinals[entry] := 2 * (i - first_leg) + 1; entry_accounts[entry] := to_id;
      entry_counterparties[entry] := from_id; entry_amounts[entry] := amount; entry_balances[entry] := to_after;
    END LOOP;
    IF refusal IS NOT NULL THEN
      refusals[n] := refusal;
      entry := kept;
      CONTINUE;
    END IF;

    movement_ids[n] := movement;
    stakes[n] := staked; wins[n] := paid; forfeits[n] := forfeited;
    free_stakes[n] := free_staked;
    bonus_stakes[n] := CASE item.kind WHEN 'rollback' THEN given_back ELSE bonus_staked END;
    IF place > 0 THEN
      has_wallet := true;
      wallet_cash[place] := cash; wallet_bonus[place] := bonus; wallet_held[place] := held;
      wallet_version[place] := wallet_version[place] + 1; versions[n] := wallet_version[place];
      cash_after[n] := cash; bonus_after[n] := bonus; held_after[n] := held;
      IF item.turnover > 0 THEN
        IF wallet_placed[place] >= wallet_turnover[place] THEN
          wallet_turnover[place] := 0; wallet_placed[place] := 0;
        END IF;
        wallet_turnover[place] := wallet_turnover[place] + item.turnover;
      END IF;
      IF item.kind = 'bet' THEN
        wallet_placed[place] := wallet_placed[place] + staked - bonus_staked;
        IF wallet_bonus_id[place] IS NOT NULL THEN wallet_wagered[place] := wallet_wagered[place] + staked * item.weight / 100; END IF;
      ELSIF item.kind = 'rollback' AND item.round_id IS NOT NULL THEN
        wallet_placed[place] := greatest(0, wallet_placed[place] - (paid + forfeited - given_back));
        IF item.bonus_id = wallet_bonus_id[place] THEN wallet_wagered[place] := wallet_wagered[place] - paid * item.weight / 100; END IF;
      END IF;
    END IF;
  END LOOP;

  INSERT INTO ledger.movements
    (id, kind, actor, idempotency_key, request_hash, wallet_id, reference_kind, reference_id, reference_label, cash_after, bonus_after, held_after)
  SELECT id, kind, actor, key, hash, wallet_ids[place], reference_kind, reference_id, reference_label, cash, bonus, held
  FROM unnest(movement_ids, replays, kinds, actors, keys, hashes, places, reference_kinds, reference_ids, reference_labels, cash_after, bonus_after, held_after)
    AS made (id, is_replay, kind, actor, key, hash, place, reference_kind, reference_id, reference_label, cash, bonus, held)
  WHERE id IS NOT NULL AND NOT is_replay;

  IF entry > 0 THEN
    INSERT INTO ledger.entries (movement_id, ordinal, account_id, counterparty_id, amount, balance_after)
    SELECT * FROM unnest(entry_movements[:entry], entry_ordinals[:entry], entry_accounts[:entry], entry_counterparties[:entry], entry_amounts[:entry], entry_balances[:entry]);
    INSERT INTO ledger.house_balances AS part (account_id, slot, balance)
    SELECT account_id, pg_backend_pid() % 64, sum(amount)
    FROM unnest(entry_accounts[:entry], entry_amounts[:entry], entry_balances[:entry]) AS side (account_id, amount, balance_after)
    WHERE balance_after IS NULL GROUP BY account_id ORDER BY account_id
    ON CONFLICT (account_id, slot) DO UPDATE SET balance = part.balance + excluded.balance;
  END IF;

  IF has_wallet THEN
    UPDATE wallet.accounts SET cash = changed.cash, bonus = changed.bonus, held = changed.held, version = changed.version,
      turnover_total = changed.turnover, turnover_placed = changed.placed, wager_placed = changed.wagered
    FROM unnest(wallet_ids, wallet_cash, wallet_bonus, wallet_held, wallet_version, wallet_turnover, wallet_placed, wallet_wagered)
      AS changed (id, cash, bonus, held, version, turnover, placed, wagered)
    WHERE accounts.id = changed.id AND accounts.version <> changed.version;

    INSERT INTO outbox.events (channel, event, payload, version)
    SELECT 'wallet:accounts#' || players[place], 'account',
      concat('{"id":"', wallet_ids[place], '","currency":"', currencies[place], '","balance":', cash + bonus, ',"withdrawalBalance":', cash,
        ',"lockedBalance":', held, ',"status":', wallet_status[place], ',"version":', version, '}')::json, version
    FROM unnest(places, cash_after, bonus_after, held_after, versions) AS made (place, cash, bonus, held, version)
    WHERE version IS NOT NULL;
  END IF;

  IF cardinality(event_items) > 0 THEN
    INSERT INTO outbox.events (channel, event, payload, version)
    SELECT channel, event, payload::json, version
    FROM unnest(event_items, event_channels, event_names, event_payloads, event_versions) AS extra (item, channel, event, payload, version)
    WHERE movement_ids[extra.item] IS NOT NULL AND NOT replays[extra.item];
  END IF;

  IF has_round THEN
    INSERT INTO games.rounds AS round (id, studio, game_id, player_id, currency, stake, won, status, bets, first_movement_id, last_movement_id, bonus_stake, free_stake, bonus_id, forfeited)
    SELECT round_id, studio, game_id, players[place], currencies[place], CASE kind WHEN 'bet' THEN stake ELSE 0 END, CASE kind WHEN 'win' THEN win ELSE 0 END,
      CASE WHEN is_final THEN 'settled' ELSE 'open' END, CASE kind WHEN 'bet' THEN 1 ELSE 0 END, id, id,
      bonus_stake, free_stake, CASE kind WHEN 'bet' THEN wallet_bonus_id[place] END, forfeited
    FROM unnest(movement_ids, replays, kinds, places, round_ids, studios, game_ids, finals, stakes, wins, bonus_stakes, free_stakes, forfeits)
      AS made (id, is_replay, kind, place, round_id, studio, game_id, is_final, stake, win, bonus_stake, free_stake, forfeited)
    WHERE id IS NOT NULL AND NOT is_replay AND round_id IS NOT NULL AND kind <> 'rollback'
    ON CONFLICT (id, studio) DO UPDATE SET stake = round.stake + excluded.stake, won = round.won + excluded.won, bets = round.bets + excluded.bets,
      bonus_stake = round.bonus_stake + excluded.bonus_stake, free_stake = round.free_stake + excluded.free_stake, bonus_id = coalesce(round.bonus_id, excluded.bonus_id), forfeited = round.forfeited + excluded.forfeited,
      status = CASE WHEN excluded.status = 'settled' THEN 'settled' ELSE round.status END, last_movement_id = excluded.last_movement_id, updated_at = now();
  END IF;

  IF has_rollback THEN
    INSERT INTO ledger.rollbacks (actor, bet_key, wallet_id, movement_id, bet_movement_id)
    SELECT actor, bet_key, wallet_ids[place], id, bet
    FROM unnest(movement_ids, replays, kinds, actors, bet_keys, places, bet_movements) AS made (id, is_replay, kind, actor, bet_key, place, bet)
    WHERE id IS NOT NULL AND NOT is_replay AND kind = 'rollback';

    UPDATE games.rounds AS round SET stake = round.stake - made.win - made.forfeited, bonus_stake = round.bonus_stake - made.bonus_stake, free_stake = round.free_stake - made.free_stake, bets = round.bets - 1, last_movement_id = made.id, updated_at = now(),
      status = CASE WHEN round.bets = 1 THEN 'rolled-back' ELSE round.status END
    FROM unnest(movement_ids, replays, kinds, round_ids, studios, wins, bet_movements, forfeits, bonus_stakes, free_stakes)
      AS made (id, is_replay, kind, round_id, studio, win, bet, forfeited, bonus_stake, free_stake)
    WHERE made.id IS NOT NULL AND NOT made.is_replay AND made.kind = 'rollback' AND made.bet IS NOT NULL AND round.id = made.round_id AND round.studio = made.studio;
  END IF;
END $$;
