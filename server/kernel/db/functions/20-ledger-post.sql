-- The only code that moves money. Decides each movement separately, as if they were posted one after the other in the
-- given order: lock the wallets in id order, read, decide (08 to 16), write everything at once (21).
-- No two movements of one call may share an idempotency key, the key of a bet they name, or a round; the caller's queue
-- ensures that. The only exception is a bet followed directly by the win of its round: the win is decided by the state
-- after the bet.
--
-- For speed, the same call also decides and writes rows of other schemas:
--   ledger     reads and writes accounts, movements, entries, rollbacks, house_balances
--   wallet     locks, reads and writes accounts
--   games      reads and writes rounds, reality_checks
--   bonuses    reads player_bonuses; locks, reads and writes player_freespins; writes freespin_uses
--   limits     reads breaks; reads and writes limits, play, totals_by_rates
--   identity   reads players; reads and writes sessions
--   jackpots   locks, reads and writes jackpots; reads and writes pairs, tickets
--   reference  reads currencies, switched_off, versions
--   outbox     writes events
--   facts      writes facts
CREATE FUNCTION ledger.post(movements ledger.movement[]) RETURNS ledger.outcome[]
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog
-- Forces index lookups regardless of statistics: plans are made while the tables are still empty, and cached.
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  outcomes ledger.outcome[] := array_fill(NULL::ledger.outcome, ARRAY[cardinality(movements)]);
  -- Locked wallets, the place of each movement's wallet among them (0 if it has none), and other wallets of players.
  wallets wallet.accounts[]; places int[]; other_wallets uuid[]; has_sessions boolean;
  ticketed text[]; open_jackpots jackpots.jackpots[]; price bigint; ended record; ticket ledger.ticket_moves;
  gate_refusals text[]; caps bigint[]; are_checks_due boolean[]; are_plays_new boolean[];
  -- The movement that is being decided.
  item record; n int; place int; wallet wallet.accounts; refusal text; rates int;
  is_stake boolean; is_second boolean; decision ledger.decision; movement bigint; moved ledger.moved;
  change ledger.round_change; entry ledger.entries;
  -- Rows to write.
  posted ledger.movements[] := '{}'; entries ledger.entries[] := '{}'; events ledger.event[] := '{}';
  rounds ledger.round_change[] := '{}'; undone ledger.round_change[] := '{}'; rollbacks ledger.rollbacks[] := '{}';
  noted uuid[]; noted_ids bigint[]; noted_moments timestamptz[];
BEGIN
  -- Assigned before any id of a movement, so that a reader that misses an id can tell from the running transactions
  -- whether it may still appear.
  PERFORM pg_current_xact_id();

  -- Lock.
  SELECT * INTO wallets, places, other_wallets, has_sessions, ticketed FROM ledger.lock_wallets(movements);
  IF ticketed IS NOT NULL THEN open_jackpots := jackpots.lock(ticketed); END IF;
  IF has_sessions THEN
    SELECT * INTO gate_refusals, caps FROM ledger.gate_refusals(movements);
    SELECT are_due, are_news INTO are_checks_due, are_plays_new FROM ledger.read_reality_checks(movements);
  END IF;

  -- Decide.
  FOR item IN
    SELECT request.*, coalesce(request.moment, now()) AS at,
      prior.id AS prior_id, prior.request_hash AS prior_hash, prior.cash_after, prior.bonus_after, prior.held_after,
      round.status, round.bets, round.stake, round.won, round.bonus_stake, round.free_stake, round.bonus_id,
        round.forfeited, round.freespin_id,
      round.player_id <> request.player_id OR round.currency <> request.currency
        OR round.game_id <> request.game_id AS is_of_another,
      bet.id AS bet_id, bet.kind = 'bet' AND bet.reference_id = request.round_id AS is_bet_of_round,
      bet.wallet_id AS bet_wallet,
      undone.movement_id AS undone_by,
      -- The terms of a grant never change, and the wallet's lock protects the grant, so these values are current.
      coalesce((terms.terms #>> ARRAY['contribution', 'games', request.game_id])::int,
        (terms.terms #>> ARRAY['contribution', 'kinds', request.game_kind])::int, 100) AS weight,
      gate_refusals[request.ordinality] AS gate_refusal, caps[request.ordinality] AS cap,
      are_checks_due[request.ordinality] AS is_check_due,
      CASE WHEN request.session_id IS NOT NULL AND request.spin_rule IS DISTINCT FROM 'none' THEN EXISTS (
        SELECT FROM bonuses.player_freespins AS spins WHERE spins.player_id = request.player_id
          AND spins.status = bonuses.active() AND spins.game_id = request.game_id)
      -- Bets without a session, or that exclude free spins, skip the search for spins.
      ELSE false END AS has_free_spins
    FROM unnest(movements) WITH ORDINALITY AS request
    LEFT JOIN ledger.movements AS prior ON prior.actor = request.actor AND prior.idempotency_key = request.key
    LEFT JOIN games.rounds AS round ON round.id = request.round_id AND round.studio = request.studio
    LEFT JOIN ledger.movements AS bet ON bet.actor = request.actor AND bet.idempotency_key = request.bet_key
    LEFT JOIN ledger.rollbacks AS undone ON undone.actor = request.actor
      AND undone.wallet_id = (wallets[places[request.ordinality]]).id
      AND undone.bet_key = CASE WHEN request.kind = 'bet' THEN request.key ELSE request.bet_key END
    LEFT JOIN bonuses.player_bonuses AS terms ON terms.id = (wallets[places[request.ordinality]]).bonus_id
      AND request.kind IN ('bet', 'rollback')
    ORDER BY request.ordinality
  LOOP
    n := item.ordinality; place := places[n];
    IF item.prior_id IS NOT NULL THEN
      IF item.prior_hash <> item.hash THEN
        outcomes[n].refusal := 'idempotencyConflict';
      ELSE
        outcomes[n] := ROW(NULL, item.prior_id, true, item.cash_after, item.bonus_after,
          item.held_after)::ledger.outcome;
      END IF;
      CONTINUE;
    END IF;
    wallet := wallets[place];
    IF item.player_id IS NOT NULL AND wallet.id IS NULL THEN
      outcomes[n].refusal := 'accountNotFound';
      CONTINUE;
    END IF;
    -- The room was read at older rates; amounts from here on count at the new ones (08).
    IF wallet.room_until IS NOT NULL THEN
      rates := coalesce(rates, reference.rates_version(item.at));
      IF rates > coalesce(wallet.room_rates, 0) THEN
        PERFORM limits.note_rates(wallet, rates);
        wallet.room_rates := rates; wallet.room_until := '-infinity';
      END IF;
    END IF;
    -- The win of the bet before it is decided by the round after that bet.
    is_second := false;
    IF item.kind = 'win' AND n > 1 AND (movements[n - 1]).kind = 'bet'
      AND (movements[n - 1]).round_id = item.round_id AND (movements[n - 1]).studio = item.studio THEN
      IF (outcomes[n - 1]).refusal IS NOT NULL THEN
        outcomes[n].refusal := 'betNotFound';
        CONTINUE;
      ELSIF NOT (outcomes[n - 1]).is_replay THEN
        is_second := true;
        change := rounds[cardinality(rounds)];
        item.status := 'open'; item.bets := coalesce(item.bets, 0) + 1;
        item.bonus_id := coalesce(item.bonus_id, wallet.bonus_id);
        item.stake := coalesce(item.stake, 0) + change.stake;
        item.bonus_stake := coalesce(item.bonus_stake, 0) + change.bonus_stake;
        item.free_stake := coalesce(item.free_stake, 0) + change.free_stake;
        item.freespin_id := coalesce(item.freespin_id, change.freespin_id);
        item.won := coalesce(item.won, 0); item.forfeited := coalesce(item.forfeited, 0);
      END IF;
    END IF;

    is_stake := ledger.is_stake(item.kind);
    decision := CASE WHEN is_stake THEN ledger.decide_stake(item, wallet)
      WHEN item.kind = 'win' THEN ledger.decide_win(item)
      WHEN item.kind = 'rollback' THEN ledger.decide_rollback(item, wallet)
      ELSE ROW(NULL, item.transfers, false, 0, NULL)::ledger.decision END;
    refusal := decision.refusal;
    -- The first stake of a round buys a ticket (17) if the cash suffices for both.
    price := 0;
    IF wallet.ticket_pair IS NOT NULL AND item.kind = 'bet' AND refusal IS NULL AND item.status IS NULL
      AND decision.freespin_id IS NULL AND cardinality(decision.transfers) = 1
      AND (decision.transfers[1]).source = ledger.own_cash() THEN
      price := jackpots.price(wallet.ticket_pair, item.ticket_barred);
      IF wallet.cash < (decision.transfers[1]).amount + price THEN price := 0; END IF;
    END IF;
    IF is_stake AND refusal IS NULL AND (wallet.room_until IS NOT NULL OR item.cap IS NOT NULL)
      AND ledger.is_beyond_room(wallet.room_until, wallet.room_stake, wallet.room_loss, wallet.room_most, item.cap,
        coalesce(item.stake, 0), coalesce((decision.transfers[1]).amount, 0)
          + coalesce((decision.transfers[2]).amount, 0) + price, item.at) THEN
      wallets[place] := wallet;
      SELECT * INTO wallets, refusal FROM ledger.limit_refusal(wallets, place, other_wallets, decision.transfers, price,
        coalesce(item.stake, 0), item.status, item.cap, item.at);
      wallet := wallets[place];
    END IF;
    IF refusal IS NOT NULL THEN
      outcomes[n].refusal := refusal;
      CONTINUE;
    END IF;
    IF decision.freespin_id IS NOT NULL THEN
      PERFORM ledger.take_free_spin(decision.freespin_id, item.actor, item.key, item.at);
    END IF;

    movement := nextval('ledger.movement_ids');
    moved := ledger.move(movement, item.kind, decision.transfers, decision.is_split, item.bonus_id, wallet);
    IF moved.refusal IS NOT NULL THEN
      outcomes[n].refusal := moved.refusal;
      CONTINUE;
    END IF;

    FOREACH entry IN ARRAY moved.entries LOOP
      entries := entries || entry;
    END LOOP;
    IF are_plays_new[n] AND is_stake AND item.kind <> 'tournament-entry' THEN
      noted := noted || item.player_id; noted_ids := noted_ids || movement; noted_moments := noted_moments || item.at;
    END IF;
    IF decision.set_aside > 0 THEN PERFORM ledger.add_spin_win(item.freespin_id, decision.set_aside); END IF;
    IF item.kind = 'rollback' THEN
      rollbacks := rollbacks || ROW(item.actor, item.bet_key, wallet.id, movement, item.bet_id)::ledger.rollbacks;
      IF item.bet_id IS NOT NULL THEN
        change := NULL;
        change.id := item.round_id; change.studio := item.studio; change.bets := 1;
        change.stake := moved.paid + moved.forfeited; change.bonus_stake := moved.given_back + moved.forfeited;
        change.free_stake := moved.free_staked; change.last_movement_id := movement;
        undone := undone || change;
      END IF;
    ELSIF is_second THEN
      change.won := moved.paid + decision.set_aside; change.forfeited := moved.forfeited;
      change.last_movement_id := movement; change.is_final := change.is_final OR item.is_final;
      rounds[cardinality(rounds)] := change;
    ELSIF item.round_id IS NOT NULL THEN
      rounds := rounds || ROW(item.round_id, item.studio, item.game_id, item.player_id, item.currency,
        item.status IS NULL, item.is_final, (item.kind = 'bet')::int, moved.staked, moved.bonus_staked,
        moved.free_staked, moved.paid + decision.set_aside, moved.forfeited,
        CASE item.kind WHEN 'bet' THEN wallet.bonus_id END, decision.freespin_id, movement,
        movement)::ledger.round_change;
    END IF;
    IF place > 0 THEN
      wallet := ledger.count_movement(movement, item.kind, item.turnover, item.weight, item.bet_id, item.bonus_id,
        moved, wallet);
      wallets[place] := wallet;
      -- A corrected payout may have taken cash back, which leaves other wallets less to lose.
      IF wallet.room_until IS NOT NULL AND ledger.is_sports_decision(item.kind)
        AND moved.paid - moved.given_back < moved.staked - moved.bonus_staked THEN
        PERFORM limits.end_other_rooms(item.player_id, item.currency);
        wallets := ledger.end_rooms(wallets, item.player_id, place);
      END IF;
      events := events || ROW('wallet:accounts#' || wallet.player_id, 'account',
        concat('["', wallet.id, '","', wallet.currency, '",', wallet.status, ',', wallet.cash, ',', wallet.bonus, ',',
          wallet.held, ',', wallet.vault, ',', wallet.rounds_net, ']'), wallet.version, 'wallet')::ledger.event;
    END IF;
    IF price > 0 OR wallet.open_tickets > 0 AND (item.kind = 'win' AND item.is_final OR item.kind = 'rollback') THEN
      IF price > 0 THEN
        ticket := ledger.buy_ticket(item, price, wallet);
      ELSE
        ended := ledger.end_ticket(item, wallet, open_jackpots);
        open_jackpots := ended.open_jackpots; ticket := ended.moves;
      END IF;
      IF ticket.posted IS NOT NULL THEN
        wallet := ticket.wallet; wallets[place] := wallet;
        posted := posted || ticket.posted; entries := entries || ticket.entries; events := events || ticket.events;
      END IF;
    END IF;
    posted := posted || ROW(movement, item.kind, item.actor, item.key, item.hash, wallet.id, item.reference_kind,
      item.reference_id, item.reference_label, wallet.cash, wallet.bonus, wallet.held, now())::ledger.movements;
    outcomes[n] := ROW(NULL, movement, false, wallet.cash, wallet.bonus, wallet.held)::ledger.outcome;
    IF item.events IS NOT NULL THEN events := events || item.events; END IF;
  END LOOP;

  -- Write.
  PERFORM ledger.write_movements(posted);
  PERFORM ledger.write_entries(entries);
  PERFORM ledger.write_wallets(wallets);
  PERFORM ledger.write_events(events);
  PERFORM ledger.write_rounds(rounds);
  IF ticketed IS NOT NULL THEN PERFORM jackpots.write(open_jackpots); END IF;
  IF noted IS NOT NULL THEN
    PERFORM ledger.note_play(noted, noted_ids, noted_moments);
  END IF;
  IF rollbacks <> '{}' THEN
    PERFORM ledger.write_rollbacks(rollbacks, undone);
  END IF;
  RETURN outcomes;
END $$;
