-- The only code that moves money. Takes movements, decides each separately, and is equivalent to posting them one after
-- the other in the given order: lock the wallets in id order, read, decide in order (10 to 13), write everything at
-- once (21). For speed, the same call also decides and writes rows of other schemas; tests/table-owners.test.ts lists
-- the tables.
-- No two movements of one call may share an idempotency key, the key of a bet they name, or a round; the caller's queue
-- ensures that. The only exception is a bet followed directly by the win of its round: the win is decided by the state
-- after the bet.
-- `places`: the index of a movement's wallet in `players` and `currencies`, 0 if it has none.
-- `leg_from`, `leg_to`: 1 cash, 2 bonus, 3 held, 4 vault of the movement's own wallet, otherwise a house account's id.
-- `game_kinds`: the bonus's terms state by game, or by kind of game, how much of a stake counts towards it, in percent;
-- 0 excludes bonus money.
-- `sessions`, `barred_countries`, `countries`, `stake_caps`, `switches`: conditions of a bet (11).
-- `spin_rules`: 'only' a free spin, 'only:<id>' one of these, 'none', or NULL for either.
-- `multipliers`: the maximum win as a multiple of its round's stake.
CREATE FUNCTION ledger.post(
  players uuid[], currencies text[],
  kinds text[], actors text[], keys text[], hashes text[], places int[],
  reference_kinds text[], reference_ids text[], reference_labels text[],
  round_ids text[], studios text[], game_ids text[], finals boolean[], bet_keys text[], turnovers bigint[],
  game_kinds text[],
  sessions uuid[], barred_countries text[], countries text[], spin_rules text[], stake_caps text[], switches text[],
  multipliers numeric[], moments timestamptz[],
  leg_items int[], leg_from bigint[], leg_to bigint[], leg_amounts bigint[],
  event_items int[], event_channels text[], event_names text[], event_payloads text[], event_versions bigint[],
  OUT refusals text[], OUT movement_ids bigint[], OUT replays boolean[], OUT cash_after bigint[],
  OUT bonus_after bigint[], OUT held_after bigint[]
) LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog
-- Forces index lookups regardless of statistics: plans are made while the tables are still empty, and cached.
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  items CONSTANT int := cardinality(kinds);
  legs CONSTANT int := cardinality(leg_items);
  highest_balance CONSTANT bigint := 9007199254740991; -- exact in a double
  item record;
  n int;
  refusal text;
  gate_refusals text[]; caps bigint[];
  are_checks_due boolean[]; are_plays_new boolean[]; noted uuid[]; noted_ids bigint[]; noted_moments timestamptz[];
  room record; rates int; other_wallets uuid[] := '{}';
  leg int := 1; first_leg int;
  froms bigint[]; tos bigint[]; amounts bigint[];
  locked record;
  -- Wallets by place; all of a wallet's columns are null if it does not exist.
  wallets wallet.accounts[] := array_fill(NULL::wallet.accounts, ARRAY[cardinality(players)]);
  wallet wallet.accounts;
  place int; own bigint; bonus_staked bigint; free_staked bigint;
  given_back bigint; forfeited bigint; set_aside bigint; spin_grants uuid[];
  amount bigint; part bigint; from_id bigint; to_id bigint; from_after bigint; to_after bigint; staked bigint;
  cash_staked bigint;
  paid bigint;
  versions bigint[]; stakes bigint[]; wins bigint[]; bet_movements bigint[]; bonus_stakes bigint[];
  free_stakes bigint[]; forfeits bigint[]; vaults_after bigint[]; nets_after bigint[]; statuses int[];
  -- Executed transfers.
  moved int := 0; kept int := 0; moved_by bigint[]; moved_as int[]; moved_from bigint[]; moved_to bigint[];
  moved_amounts bigint[]; from_balances bigint[]; to_balances bigint[];
  firsts int[] := '{}'; lasts int[] := '{}'; are_new boolean[] := '{}'; -- of rounds
  movement bigint;
  has_rollback boolean := false; is_second boolean; has_wallet boolean := false;
BEGIN
  -- Assigned before any id of a movement, so that a reader that misses an id can tell from the running transactions
  -- whether it may still appear.
  PERFORM pg_current_xact_id();
  refusals := array_fill(NULL::text, ARRAY[items]);
  movement_ids := array_fill(NULL::bigint, ARRAY[items]);
  replays := array_fill(false, ARRAY[items]);
  cash_after := movement_ids; bonus_after := movement_ids; held_after := movement_ids;
  versions := movement_ids; stakes := movement_ids; wins := movement_ids; bet_movements := movement_ids;
  bonus_stakes := movement_ids; free_stakes := movement_ids; forfeits := movement_ids; vaults_after := movement_ids;
  nets_after := movement_ids;
  statuses := array_fill(NULL::int, ARRAY[items]);
  spin_grants := array_fill(NULL::uuid, ARRAY[items]);

  -- Lock.
  FOR locked IN
    -- Materialized, because from a union inside the query PostgreSQL loses the rows whose account it waited for.
    WITH wanted AS MATERIALIZED (
      SELECT player_id, currency, place
        FROM unnest(players, currencies) WITH ORDINALITY AS own (player_id, currency, place)
      UNION ALL
      -- A limit counts all wallets of its player (08).
      SELECT other.player_id, other.currency, NULL FROM limits.play JOIN wallet.accounts AS other USING (player_id)
      WHERE play.player_id = ANY (players) AND play.has_wallets)
    SELECT account, wanted.place FROM wanted
    JOIN wallet.accounts AS account USING (player_id, currency)
    ORDER BY account.id FOR NO KEY UPDATE OF account
  LOOP
    IF locked.place IS NULL THEN other_wallets := other_wallets || (locked.account).id;
    ELSE wallets[locked.place] := locked.account;
    END IF;
  END LOOP;
  IF array_remove(sessions, NULL) <> '{}' THEN
    SELECT * INTO gate_refusals, caps
      FROM ledger.gate_refusals(players, currencies, places, sessions, barred_countries, countries, stake_caps,
        switches, moments);
    SELECT are_due, are_news INTO are_checks_due, are_plays_new
      FROM ledger.read_reality_checks(players, places, sessions, moments);
  END IF;

  -- Decide.
  FOR item IN
    SELECT given.*,
      prior.id AS prior_id, prior.request_hash AS prior_hash, prior.cash_after, prior.bonus_after, prior.held_after,
      round.status, round.bets, round.stake, round.won, round.bonus_stake, round.free_stake, round.bonus_id,
        round.forfeited, round.freespin_id,
      round.player_id <> players[given.place] OR round.currency <> currencies[given.place]
        OR round.game_id <> given.game_id AS is_of_another,
      bet.id AS bet_id, bet.kind = 'bet' AND bet.reference_id = given.round_id AS is_bet_of_round,
      bet.wallet_id AS bet_wallet,
      undone.movement_id AS undone_by,
      -- The terms of a grant never change, and the wallet's lock protects the grant, so these values are current.
      coalesce((terms.terms #>> ARRAY['contribution', 'games', given.game_id])::int,
        (terms.terms #>> ARRAY['contribution', 'kinds', given.game_kind])::int, 100) AS weight,
      CASE WHEN given.session_id IS NOT NULL AND given.spin_rule IS DISTINCT FROM 'none' THEN EXISTS (
        SELECT FROM bonuses.player_freespins AS spins WHERE spins.player_id = players[given.place] AND spins.status = 2
          AND spins.game_id = given.game_id)
      -- Bets without a session, or that exclude free spins, skip the search for spins.
      ELSE false END AS has_free_spins
    FROM (SELECT n, kinds[n] AS kind, actors[n] AS actor, keys[n] AS key, hashes[n] AS hash, places[n] AS place,
        round_ids[n] AS round_id, studios[n] AS studio, game_ids[n] AS game_id, bet_keys[n] AS bet_key,
        turnovers[n] AS turnover, game_kinds[n] AS game_kind, sessions[n] AS session_id, spin_rules[n] AS spin_rule,
        multipliers[n] AS multiplier, moments[n] AS moment
      FROM generate_series(1, items) AS n) AS given
    LEFT JOIN ledger.movements AS prior ON prior.actor = given.actor AND prior.idempotency_key = given.key
    LEFT JOIN games.rounds AS round ON round.id = given.round_id AND round.studio = given.studio
    LEFT JOIN ledger.movements AS bet ON bet.actor = given.actor AND bet.idempotency_key = given.bet_key
    LEFT JOIN ledger.rollbacks AS undone ON undone.actor = given.actor AND undone.wallet_id = (wallets[given.place]).id
      AND undone.bet_key = CASE WHEN given.kind = 'bet' THEN given.key ELSE given.bet_key END
    LEFT JOIN bonuses.player_bonuses AS terms ON terms.id = (wallets[given.place]).bonus_id
      AND given.kind IN ('bet', 'rollback')
    ORDER BY given.n
  LOOP
    n := item.n; place := item.place;
    is_second := false;
    WHILE leg <= legs AND leg_items[leg] < n LOOP leg := leg + 1; END LOOP;
    first_leg := leg;
    WHILE leg <= legs AND leg_items[leg] = n LOOP leg := leg + 1; END LOOP;

    IF item.prior_id IS NOT NULL THEN
      IF item.prior_hash <> item.hash THEN
        refusals[n] := 'idempotencyConflict';
      ELSE
        replays[n] := true; movement_ids[n] := item.prior_id;
        cash_after[n] := item.cash_after; bonus_after[n] := item.bonus_after; held_after[n] := item.held_after;
      END IF;
      CONTINUE;
    END IF;
    wallet := wallets[place];
    IF place > 0 AND wallet.id IS NULL THEN
      refusals[n] := 'accountNotFound';
      CONTINUE;
    END IF;
    -- The room was read at older rates; amounts from here on count at the new ones (08).
    IF wallet.room_until IS NOT NULL THEN
      rates := coalesce(rates, reference.rates_version(coalesce(item.moment, now())));
      IF rates > coalesce(wallet.room_rates, 0) THEN
        PERFORM limits.note_rates(wallet, rates);
        wallet.room_rates := rates; wallet.room_until := '-infinity';
      END IF;
    END IF;
    IF item.kind = 'win' AND n > 1 AND kinds[n - 1] = 'bet' AND round_ids[n - 1] = item.round_id
      AND studios[n - 1] = item.studio THEN
      IF refusals[n - 1] IS NOT NULL THEN
        refusals[n] := 'betNotFound';
        CONTINUE;
      ELSIF NOT replays[n - 1] THEN
        is_second := true;
        item.status := 'open'; item.bets := coalesce(item.bets, 0) + 1;
        item.bonus_id := coalesce(item.bonus_id, wallet.bonus_id);
        item.stake := coalesce(item.stake, 0) + stakes[n - 1];
        item.bonus_stake := coalesce(item.bonus_stake, 0) + bonus_stakes[n - 1];
        item.free_stake := coalesce(item.free_stake, 0) + free_stakes[n - 1];
        item.freespin_id := coalesce(item.freespin_id, spin_grants[n - 1]);
        item.won := coalesce(item.won, 0); item.forfeited := coalesce(item.forfeited, 0);
      END IF;
    END IF;
    own := wallet.first_account_id;
    -- Avoids slicing for a single transfer, because a slice copies the whole array.
    IF leg = first_leg + 1 THEN
      froms := ARRAY[leg_from[first_leg]]; tos := ARRAY[leg_to[first_leg]]; amounts := ARRAY[leg_amounts[first_leg]];
    ELSE
      froms := leg_from[first_leg:leg - 1]; tos := leg_to[first_leg:leg - 1];
      amounts := leg_amounts[first_leg:leg - 1];
    END IF;
    -- An open round may be finished while a reality check is due, and after its game was switched off.
    refusal := CASE WHEN item.kind NOT IN ('bet', 'sports-bet', 'sports-free-bet', 'tournament-entry') THEN NULL
      WHEN item.status = 'open' THEN nullif(gate_refusals[n], 'switchedOff')
      ELSE coalesce(gate_refusals[n], CASE WHEN are_checks_due[n] THEN 'realityCheckDue' END) END;
    part := 0; set_aside := 0;

    CASE item.kind
    WHEN 'bet', 'sports-bet', 'sports-free-bet', 'tournament-entry' THEN
      IF item.round_id IS NOT NULL AND refusal IS NULL THEN
        refusal := ledger.bet_refusal(item.is_of_another, item.undone_by, item.status);
      END IF;
      -- For a bet on sports, the caller decides the parts.
      IF item.kind = 'bet' AND refusal IS NULL AND cardinality(froms) = 1 AND froms[1] = 1 THEN
        amount := amounts[1];
        IF item.has_free_spins THEN
          spin_grants[n] := ledger.find_free_spin(players[place], currencies[place], item.game_id, amount, item.moment,
            nullif(split_part(item.spin_rule, ':', 2), '')::uuid);
        END IF;
        IF spin_grants[n] IS NOT NULL THEN
          froms[1] := ledger.house_account('house:bonus-expense:' || currencies[place]);
        ELSIF item.spin_rule LIKE 'only%' THEN
          -- Cash is not used in place of a spin that was used up, cancelled or has expired.
          refusal := 'freeSpinsEnded';
        ELSIF wallet.bonus_id IS NOT NULL THEN
          -- The bonus's maximum stake applies to all games. Otherwise cash in an open round could not be lost while
          -- bonus money is staked.
          IF item.weight = 0 AND amount > wallet.cash AND wallet.bonus > 0 THEN
            refusal := 'gameExcluded';
          ELSIF coalesce(item.stake, 0) + amount > wallet.max_bet THEN
            refusal := 'maxBetExceeded';
          ELSIF item.weight > 0 THEN
            part := ledger.stake_in_bonus(amount, wallet.cash, wallet.bonus, wallet.bonus_id, item.bonus_id);
          END IF;
          IF refusal IS NULL AND part > 0 THEN
            froms := ARRAY[1, 2]; tos := ARRAY[tos[1], tos[1]]; amounts := ARRAY[amount - part, part];
          END IF;
        END IF;
      END IF;
      -- Limits count the player's own stakes of cash and bonus money; losses are of cash only. Free spins and free bets
      -- are paid by the operator and count only as time of play.
      IF refusal IS NULL AND (froms[1] < 5 OR (item.status = 'open') IS NOT TRUE)
        AND (wallet.room_until IS NOT NULL OR caps[n] IS NOT NULL)
        -- Lets almost every bet pass with one expression: its whole amount is within the room, whichever balance it
        -- comes from.
        AND (coalesce(item.moment, now()) >= wallet.room_until
          OR coalesce(amounts[1], 0) + coalesce(amounts[2], 0) > least(wallet.room_stake, wallet.room_loss,
            least(caps[n], wallet.room_most) - coalesce(item.stake, 0))) IS TRUE THEN
        amount := CASE WHEN froms[1] < 5 THEN amounts[1] + coalesce(amounts[2], 0) ELSE 0 END;
        cash_staked := CASE WHEN froms[1] = 1 THEN amounts[1] ELSE 0 END;
        IF coalesce(item.stake, 0) + amount > caps[n] THEN
          refusal := 'stakeLimitReached';
        ELSIF coalesce(item.moment, now()) >= wallet.room_until OR amount > wallet.room_stake
          OR cash_staked > wallet.room_loss OR coalesce(item.stake, 0) + amount > wallet.room_most THEN
          IF EXISTS (SELECT FROM wallet.accounts WHERE player_id = players[place] AND id <> ALL (other_wallets)
            AND id <> wallet.id) THEN
            RAISE EXCEPTION 'a wallet was opened while others were locked' USING ERRCODE = 'serialization_failure';
          END IF;
          SELECT * INTO room FROM limits.read_room(players[place], currencies[place],
            (SELECT jsonb_object_agg(currencies[own_place],
              jsonb_build_array((wallets[own_place]).staked, (wallets[own_place]).lost))
              FROM generate_subscripts(players, 1) AS own_place WHERE players[own_place] = players[place]
                AND (wallets[own_place]).id IS NOT NULL),
            coalesce(item.moment, now()));
          FOR i IN 1..cardinality(players) LOOP
            IF players[i] = players[place] AND (wallets[i]).room_until IS NOT NULL THEN
              wallets[i].room_until := '-infinity';
            END IF;
          END LOOP;
          wallet.room_stake := room.stake; wallet.room_loss := room.loss; wallet.room_most := room.most;
          IF NOT room.is_time_over THEN wallet.room_until := room.until;
          ELSIF wallet.room_until IS NOT NULL THEN wallet.room_until := '-infinity';
          END IF;
          -- The room read is kept for a refused bet too.
          wallets[place] := wallet;
          refusal := CASE
            WHEN room.is_time_over THEN 'playTimeReached'
            WHEN coalesce(item.stake, 0) + amount > room.most THEN 'stakeLimitReached'
            WHEN amount > room.stake THEN 'betLimitReached'
            WHEN cash_staked > room.loss THEN 'lossLimitReached' END;
        END IF;
      END IF;
      IF spin_grants[n] IS NOT NULL THEN
        IF refusal IS NULL THEN PERFORM ledger.take_free_spin(spin_grants[n], item.actor, item.key, item.moment);
        ELSE spin_grants[n] := NULL; END IF;
      END IF;
    WHEN 'win' THEN
      IF item.round_id IS NOT NULL THEN
        refusal := ledger.win_refusal(item.is_of_another, item.undone_by, item.status, item.bets, item.bet_key,
          item.is_bet_of_round);
        IF refusal IS NULL AND cardinality(amounts) > 0
          AND ledger.is_win_too_large(amounts[1], item.won + item.forfeited, item.stake + item.free_stake,
            item.multiplier) THEN
          refusal := 'winTooLarge';
        END IF;
      END IF;
      IF refusal IS NULL AND cardinality(tos) = 1 AND tos[1] = 1 THEN
        IF item.freespin_id IS NOT NULL THEN
          set_aside := coalesce(ledger.win_set_aside(item.freespin_id, amounts[1], item.free_stake, item.stake), 0);
        END IF;
        part := ledger.win_in_bonus(amounts[1] - set_aside, item.bonus_stake, item.stake);
        IF part > 0 OR set_aside > 0 THEN
          froms := ARRAY[froms[1], froms[1], froms[1]];
          tos := ARRAY[1, 2, ledger.house_account('house:spin-wins:' || currencies[place])];
          amounts := ARRAY[amounts[1] - part - set_aside, part, set_aside];
        END IF;
      END IF;
    WHEN 'rollback' THEN
      IF item.round_id IS NULL OR item.bet_key IS NULL THEN
        RAISE EXCEPTION 'a rollback names its round and its bet' USING ERRCODE = 'invalid_parameter_value';
      END IF;
      refusal := ledger.rollback_refusal(item.is_of_another, item.undone_by, item.bet_id,
        item.is_bet_of_round AND item.bet_wallet = wallet.id, item.status, item.won + item.forfeited);
      froms := '{}'; tos := '{}'; amounts := '{}';
      IF refusal IS NULL THEN
        has_rollback := true; bet_movements[n] := item.bet_id;
        IF item.bet_id IS NOT NULL THEN
          -- Overrides the caller's transfers.
          SELECT * INTO froms, tos, amounts FROM ledger.legs_back(item.bet_id, own);
          froms := coalesce(froms, '{}'); tos := coalesce(tos, '{}'); amounts := coalesce(amounts, '{}');
          PERFORM ledger.return_free_spin(item.actor, item.bet_key, coalesce(item.moment, now()));
        END IF;
      END IF;
    ELSE
      NULL;
    END CASE;
    IF refusal IS NOT NULL THEN
      refusals[n] := refusal;
      CONTINUE;
    END IF;

    movement := nextval('ledger.movement_ids');
    staked := 0; paid := 0; bonus_staked := 0; free_staked := 0; forfeited := 0; given_back := 0;
    kept := moved;
    FOR i IN 1..cardinality(froms) LOOP
      amount := amounts[i]; from_id := froms[i]; to_id := tos[i]; from_after := NULL; to_after := NULL;
      -- Skips parts of a split that are zero.
      CONTINUE WHEN amount = 0 AND cardinality(froms) > 1 AND item.kind IN ('bet', 'win')
        AND (part > 0 OR set_aside > 0);
      IF amount <= 0 OR from_id = to_id OR (place = 0 AND (from_id < 5 OR to_id < 5)) THEN
        RAISE EXCEPTION 'not a transfer: % from % to %', amount, from_id, to_id
          USING ERRCODE = 'invalid_parameter_value';
      END IF;
      -- Bonus money cannot be returned once its bonus has ended.
      IF to_id = 2 AND item.kind IN ('win', 'rollback') AND item.bonus_id IS DISTINCT FROM wallet.bonus_id THEN
        forfeited := forfeited + amount;
        to_id := ledger.house_account('house:bonus-expense:' || currencies[place]);
      END IF;
      -- A returned stake counts in full, also the part of a bonus that has ended.
      IF to_id > 4 AND item.kind = 'sports-bet-returned' THEN forfeited := forfeited + amount; END IF;
      -- The operator's own stake.
      IF (item.kind = 'bet' AND from_id > 4) OR (item.kind = 'rollback' AND tos[i] > 4)
        THEN free_staked := free_staked + amount; END IF;
      IF from_id = 1 THEN
        wallet.cash := wallet.cash - amount; from_after := wallet.cash; from_id := own; staked := staked + amount;
      ELSIF from_id = 2 THEN
        wallet.bonus := wallet.bonus - amount; from_after := wallet.bonus; from_id := own + 1;
        staked := staked + amount; bonus_staked := bonus_staked + amount;
      ELSIF from_id = 3 THEN wallet.held := wallet.held - amount; from_after := wallet.held; from_id := own + 2;
      ELSIF from_id = 4 THEN wallet.vault := wallet.vault - amount; from_after := wallet.vault; from_id := own + 3;
      END IF;
      IF from_after < 0 THEN
        refusal := 'insufficientFunds';
        EXIT;
      END IF;
      IF to_id > 4 THEN NULL;
      ELSIF to_id = 1 THEN
        wallet.cash := wallet.cash + amount; to_after := wallet.cash; to_id := own; paid := paid + amount;
      ELSIF to_id = 2 THEN
        wallet.bonus := wallet.bonus + amount; to_after := wallet.bonus; to_id := own + 1; paid := paid + amount;
        given_back := given_back + amount;
      ELSIF to_id = 3 THEN wallet.held := wallet.held + amount; to_after := wallet.held; to_id := own + 2;
      ELSIF to_id = 4 THEN wallet.vault := wallet.vault + amount; to_after := wallet.vault; to_id := own + 3;
      END IF;
      moved := moved + 1;
      moved_by[moved] := movement; moved_as[moved] := i - 1; moved_amounts[moved] := amount;
      moved_from[moved] := from_id; moved_to[moved] := to_id;
      from_balances[moved] := from_after; to_balances[moved] := to_after;
    END LOOP;
    -- A larger balance could not be represented in JSON.
    IF refusal IS NULL AND paid > 0
      AND wallet.cash::numeric + wallet.bonus + wallet.held + wallet.vault > highest_balance
      THEN refusal := 'balanceTooLarge'; END IF;
    IF refusal IS NOT NULL THEN
      refusals[n] := refusal;
      moved := kept;
      CONTINUE;
    END IF;

    movement_ids[n] := movement;
    IF item.kind IN ('bet', 'sports-bet', 'sports-free-bet') AND are_plays_new[n] THEN
      noted := noted || players[place]; noted_ids := noted_ids || movement;
      noted_moments := noted_moments || item.moment;
    END IF;
    IF item.round_id IS NOT NULL AND item.kind <> 'rollback' THEN
      IF is_second THEN lasts[cardinality(lasts)] := n;
      ELSE
        firsts := firsts || n; lasts := lasts || n; are_new := are_new || (item.status IS NULL);
      END IF;
    END IF;
    IF set_aside > 0 THEN PERFORM ledger.add_spin_win(item.freespin_id, set_aside); END IF;
    stakes[n] := staked; wins[n] := paid + set_aside; forfeits[n] := forfeited; free_stakes[n] := free_staked;
    bonus_stakes[n] := CASE item.kind WHEN 'rollback' THEN given_back + forfeited ELSE bonus_staked END;
    IF place > 0 THEN
      has_wallet := true;
      wallet.version := wallet.version + 1; versions[n] := wallet.version;
      -- Money that arrives in a hidden account makes it visible again.
      IF wallet.status = 3 AND paid > 0 THEN wallet.status := 2; END IF;
      statuses[n] := wallet.status;
      IF item.kind IN ('bet', 'win', 'rollback') THEN wallet.rounds_net := wallet.rounds_net + paid - staked; END IF;
      cash_after[n] := wallet.cash; bonus_after[n] := wallet.bonus; held_after[n] := wallet.held;
      vaults_after[n] := wallet.vault;
      nets_after[n] := wallet.rounds_net;
      IF item.turnover > 0 THEN
        IF wallet.turnover_placed >= wallet.turnover_total THEN
          PERFORM ledger.restart_turnover(wallet.id, movement, wallet.turnover_total, wallet.turnover_placed);
          wallet.turnover_total := 0; wallet.turnover_placed := 0;
        END IF;
        wallet.turnover_total := wallet.turnover_total + item.turnover;
      END IF;
      IF item.kind IN ('bet', 'sports-bet') THEN
        wallet.staked := wallet.staked + staked;
        wallet.lost := wallet.lost + staked - bonus_staked;
        wallet.room_stake := wallet.room_stake - staked; wallet.room_loss := wallet.room_loss - (staked - bonus_staked);
        wallet.turnover_placed := wallet.turnover_placed + staked - bonus_staked;
        IF item.kind = 'bet' AND wallet.bonus_id IS NOT NULL
          THEN wallet.wager_placed := wallet.wager_placed + staked * item.weight / 100; END IF;
      ELSIF item.kind = 'win' THEN
        wallet.lost := wallet.lost - (paid - given_back);
        wallet.room_loss := wallet.room_loss + paid - given_back;
      ELSIF item.kind IN ('sports-settled', 'sports-cashed-out', 'sports-voided', 'sports-corrected',
        'sports-debt-paid') THEN
        -- A corrected payout may take cash back, which counts as lost again.
        amount := paid - given_back - (staked - bonus_staked);
        wallet.lost := wallet.lost - amount;
        wallet.room_loss := wallet.room_loss + amount;
        IF amount < 0 AND wallet.room_until IS NOT NULL THEN
          PERFORM limits.end_other_rooms(players[place], currencies[place]);
          FOR i IN 1..cardinality(players) LOOP
            IF players[i] = players[place] AND i <> place AND (wallets[i]).room_until IS NOT NULL THEN
              wallets[i].room_until := '-infinity';
            END IF;
          END LOOP;
        END IF;
      ELSIF item.kind IN ('rollback', 'sports-bet-returned') THEN
        wallet.staked := wallet.staked - paid - forfeited;
        wallet.lost := wallet.lost - (paid - given_back);
        IF wallet.room_until IS NOT NULL AND item.bet_id IS NOT NULL THEN
          wallet.room_until := '-infinity';
          PERFORM limits.undo_bet(players[place], currencies[place], item.bet_id, paid + forfeited, paid - given_back);
        END IF;
        amount := ledger.void_turnover(wallet.id, item.bet_id, paid - given_back);
        wallet.turnover_total := greatest(0, wallet.turnover_total + coalesce(amount, 0));
        IF amount IS NULL THEN
          wallet.turnover_placed := greatest(0, wallet.turnover_placed - (paid - given_back));
        END IF;
        IF item.bonus_id = wallet.bonus_id
          THEN wallet.wager_placed := wallet.wager_placed - paid * item.weight / 100; END IF;
      -- The price of a tournament entry counts towards limits, but not as turnover or towards a wagering requirement.
      ELSIF item.kind = 'tournament-entry' THEN
        wallet.staked := wallet.staked + staked; wallet.lost := wallet.lost + staked;
        wallet.room_stake := wallet.room_stake - staked; wallet.room_loss := wallet.room_loss - staked;
      ELSIF item.kind = 'tournament-entry-returned' THEN
        wallet.staked := wallet.staked - paid; wallet.lost := wallet.lost - paid;
        IF wallet.room_until IS NOT NULL THEN
          wallet.room_until := '-infinity';
          PERFORM limits.undo_bet(players[place], currencies[place], item.bet_id, paid, paid);
        END IF;
      END IF;
      wallets[place] := wallet;
    END IF;
  END LOOP;

  -- Write.
  PERFORM ledger.write_movements(movement_ids, replays, kinds, actors, keys, hashes, wallets, places,
    reference_kinds, reference_ids, reference_labels, cash_after, bonus_after, held_after);
  IF moved > 0 THEN
    PERFORM ledger.write_entries(moved, moved_by, moved_as, moved_from, moved_to, moved_amounts, from_balances,
      to_balances);
  END IF;
  IF has_wallet THEN
    PERFORM ledger.write_wallets(wallets);
    PERFORM ledger.write_wallet_events(wallets, places, statuses, cash_after, bonus_after,
      held_after, vaults_after, nets_after, versions);
  END IF;
  IF cardinality(event_items) > 0 THEN
    INSERT INTO outbox.events (channel, event, payload, version)
    SELECT channel, event, payload::json, version
    FROM unnest(event_items, event_channels, event_names, event_payloads, event_versions) AS extra (item, channel,
      event, payload, version)
    WHERE movement_ids[extra.item] IS NOT NULL AND NOT replays[extra.item];
  END IF;
  IF true = ANY (are_new) THEN
    PERFORM ledger.write_rounds(firsts, lasts, are_new, movement_ids, kinds, wallets, places, round_ids, studios,
      game_ids, finals, stakes, wins, bonus_stakes, free_stakes, forfeits, spin_grants);
  END IF;
  IF false = ANY (are_new) THEN
    PERFORM ledger.continue_rounds(firsts, lasts, are_new, movement_ids, kinds, wallets, places, round_ids, studios,
      finals, stakes, wins, bonus_stakes, free_stakes, forfeits, spin_grants);
  END IF;
  IF noted IS NOT NULL THEN
    PERFORM ledger.note_play(noted, noted_ids, noted_moments);
  END IF;
  IF has_rollback THEN
    PERFORM ledger.write_rollbacks(movement_ids, replays, kinds, actors, wallets, places, bet_keys, bet_movements);
    PERFORM ledger.undo_bets(movement_ids, replays, kinds, round_ids, studios, bet_movements, wins, forfeits,
      bonus_stakes, free_stakes);
  END IF;
END $$;
