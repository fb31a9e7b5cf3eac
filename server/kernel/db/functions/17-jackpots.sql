-- Tickets of jackpots, for the posting function: bought with the first stake of a round, drawn when the round is
-- settled, returned when that stake is rolled back. Nothing here runs for a wallet without a ticket.

-- The levels, by their place in the arrays of jackpots.jackpots.
CREATE FUNCTION jackpots.levels() RETURNS text[] LANGUAGE sql IMMUTABLE AS $$ SELECT '{mini,major,grand}'::text[] $$;

-- A number from 0 to span - 1, each exactly equally likely: of HMAC-SHA256, keyed with the server seed, words of 63
-- bits are taken until one lies below the largest multiple of the span. The same as `drawnNumber` in
-- contract/jackpots.ts.
CREATE FUNCTION jackpots.drawn_number(inner_key bytea, outer_key bytea, message text, span bigint) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  highest CONSTANT bigint := 9223372036854775807;
  digest bytea; word bigint;
  block int := 0;
BEGIN
  LOOP
    digest := sha256(outer_key || sha256(inner_key || convert_to(message || ':' || block, 'UTF8')));
    FOR place IN 0..3 LOOP
      word := ('x' || encode(substr(digest, 1 + 8 * place, 8), 'hex'))::bit(64)::bigint & highest;
      IF word < highest - highest % span THEN RETURN word % span; END IF;
    END LOOP;
    block := block + 1;
  END LOOP;
END $$;

-- The price of a ticket for a stake, or 0: the jackpot of the pair is open, and the law of the player's country does
-- not forbid it.
CREATE FUNCTION jackpots.price(pair bigint, barred text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT jackpot.side_stake FROM jackpots.pairs AS own
    JOIN jackpots.jackpots AS jackpot ON jackpot.id = own.jackpot_id
    WHERE own.id = pair AND own.revealed_at IS NULL AND jackpot.closed_at IS NULL
      AND (barred IS NULL OR EXISTS (SELECT FROM identity.players AS player WHERE player.id = own.player_id
        AND (strpos(barred, player.country) > 0) = starts_with(barred, '*')))), 0)
$$;

-- Locks the open jackpots of wallets that have tickets, after the wallets and in the order of ids, before anything is
-- drawn. Draws change these rows in memory, and `jackpots.write` stores them once: while other calls wait for this one,
-- no version of a row is removed, so that one for each draw would make every later draw slower.
CREATE FUNCTION jackpots.lock(currencies text[]) RETURNS jackpots.jackpots[] LANGUAGE plpgsql AS $$
DECLARE
  locked jackpots.jackpots; jackpots jackpots.jackpots[] := '{}';
BEGIN
  FOR locked IN SELECT * FROM jackpots.jackpots WHERE currency = ANY (currencies) AND closed_at IS NULL
    ORDER BY id FOR NO KEY UPDATE
  LOOP
    jackpots := jackpots || locked;
  END LOOP;
  RETURN jackpots;
END $$;

CREATE FUNCTION jackpots.write(changes jackpots.jackpots[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE jackpots.jackpots SET pots = changed.pots, wins = changed.wins, draws = changed.draws
  FROM unnest(changes) AS changed
  WHERE jackpots.id = changed.id AND jackpots.draws <> changed.draws;
END $$;

-- Draws the open ticket of a settled round: its number, for each level a number below the difference of cap and pot,
-- and the pots afterwards. A level is won by a number below its contribution: its chance is therefore contribution /
-- (cap - pot), and certain before the pot can exceed its cap. Of a jackpot that is not among the open ones, the ticket
-- is returned. Null without a ticket.
CREATE FUNCTION jackpots.draw(round text, round_studio text, ending bigint, moment timestamptz,
  INOUT open_jackpots jackpots.jackpots[], OUT ticket jackpots.tickets)
LANGUAGE plpgsql AS $$
DECLARE
  jackpot jackpots.jackpots; pair jackpots.pairs;
  number bigint; place_of_jackpot int;
BEGIN
  SELECT * INTO ticket FROM jackpots.tickets
  WHERE tickets.round_id = round AND tickets.studio = round_studio AND tickets.state = 'open';
  IF NOT FOUND THEN RETURN; END IF;
  ticket.ended_by := ending; ticket.ended_at := moment;
  SELECT ordinality INTO place_of_jackpot FROM unnest(open_jackpots) WITH ORDINALITY AS open
  WHERE open.id = ticket.jackpot_id;
  IF NOT FOUND THEN
    ticket.state := 'returned';
  ELSE
    jackpot := open_jackpots[place_of_jackpot];
    UPDATE jackpots.pairs SET next_nonce = next_nonce + 1 WHERE id = ticket.pair_id RETURNING * INTO pair;
    ticket.state := 'drawn'; ticket.number := jackpot.draws + 1; ticket.nonce := pair.next_nonce - 1;
    ticket.pots := jackpot.pots; ticket.drawn := '{0,0,0}'; ticket.won := '{0,0,0}';
    FOR place IN 1..3 LOOP
      number := jackpots.drawn_number(pair.inner_key, pair.outer_key,
        pair.client_seed || ':' || ticket.nonce || ':' || (jackpots.levels())[place],
        jackpot.caps[place] - jackpot.pots[place]);
      ticket.drawn[place] := number;
      jackpot.pots[place] := jackpot.pots[place] + jackpot.contributions[place];
      IF number < jackpot.contributions[place] THEN
        ticket.won[place] := jackpot.pots[place];
        jackpot.pots[place] := jackpot.seeds[place]; jackpot.wins[place] := jackpot.wins[place] + 1;
      END IF;
    END LOOP;
    jackpot.draws := ticket.number;
    open_jackpots[place_of_jackpot] := jackpot;
  END IF;
  UPDATE jackpots.tickets SET state = ticket.state, ended_by = ticket.ended_by, ended_at = moment,
    number = ticket.number, nonce = ticket.nonce, pots = ticket.pots, drawn = ticket.drawn, won = ticket.won
  WHERE tickets.round_id = round AND tickets.studio = round_studio;
END $$;

-- Ends the open ticket of a bet that is rolled back. Null if that bet bought none.
CREATE FUNCTION jackpots.return_ticket(round text, round_studio text, bet text, ending bigint, moment timestamptz)
  RETURNS jackpots.tickets
LANGUAGE sql AS $$
  UPDATE jackpots.tickets SET state = 'returned', ended_by = ending, ended_at = moment
  WHERE round_id = round AND studio = round_studio AND bet_key = bet AND state = 'open' RETURNING *
$$;

-- Adds one movement. `source` and `target` are as in a transfer; one between accounts of the house is not the wallet's.
CREATE FUNCTION ledger.add_ticket_move(INOUT moves ledger.ticket_moves, movement bigint, kind text, item record,
  transfers ledger.transfer[])
LANGUAGE plpgsql AS $$
DECLARE
  wallet wallet.accounts := moves.wallet;
  is_own CONSTANT boolean := (transfers[1]).source <= ledger.own_vault() OR (transfers[1]).target <= ledger.own_vault();
  moved ledger.moved := ledger.move(movement, kind, transfers, true, NULL, wallet);
  net CONSTANT bigint := moved.paid - moved.staked;
BEGIN
  IF moved.refusal IS NOT NULL THEN
    RAISE EXCEPTION '% of round %: %', kind, item.round_id, moved.refusal USING ERRCODE = 'numeric_value_out_of_range';
  END IF;
  moves.entries := moves.entries || moved.entries;
  IF is_own THEN
    wallet.cash := moved.cash; wallet.version := wallet.version + 1;
    IF wallet.status = wallet.hidden() AND net > 0 THEN wallet.status := wallet.inactive(); END IF;
    -- Limits count a side stake as part of the stake, and a prize as a win.
    wallet.rounds_net := wallet.rounds_net + net; wallet.lost := wallet.lost - net;
    wallet.room_loss := wallet.room_loss + net;
    moves.wallet := wallet;
    moves.events := moves.events || ROW('wallet:accounts#' || wallet.player_id, 'account',
      concat('["', wallet.id, '","', wallet.currency, '",', wallet.status, ',', wallet.cash, ',', wallet.bonus, ',',
        wallet.held, ',', wallet.vault, ',', wallet.rounds_net, ']'), wallet.version, 'wallet')::ledger.event;
  END IF;
  moves.posted := moves.posted || ROW(movement, kind, 'jackpots', item.actor || ':' || item.key || ':' || movement,
    item.hash, CASE WHEN is_own THEN wallet.id END, 'jackpot', item.round_id, item.reference_label,
    CASE WHEN is_own THEN wallet.cash END, CASE WHEN is_own THEN wallet.bonus END,
    CASE WHEN is_own THEN wallet.held END, now())::ledger.movements;
END $$;

-- Buys the ticket of a bet that opens its round.
CREATE FUNCTION ledger.buy_ticket(item record, price bigint, wallet wallet.accounts) RETURNS ledger.ticket_moves
LANGUAGE plpgsql AS $$
DECLARE
  moves ledger.ticket_moves := ROW(wallet, '{}', '{}', '{}');
  movement CONSTANT bigint := nextval('ledger.movement_ids');
BEGIN
  moves := ledger.add_ticket_move(moves, movement, 'jackpot-stake', item, ARRAY[ROW(ledger.own_cash(),
    ledger.house_account('house:jackpot-open:' || wallet.currency), price)::ledger.transfer]);
  wallet := moves.wallet;
  wallet.staked := wallet.staked + price; wallet.room_stake := wallet.room_stake - price;
  wallet.open_tickets := wallet.open_tickets + 1;
  moves.wallet := wallet;
  INSERT INTO jackpots.tickets (round_id, studio, bet_key, game_id, player_id, currency, jackpot_id, pair_id,
    side_stake, movement_id)
  SELECT item.round_id, item.studio, item.key, item.game_id, item.player_id, item.currency, pairs.jackpot_id, pairs.id,
    price, movement
  FROM jackpots.pairs WHERE pairs.id = wallet.ticket_pair;
  RETURN moves;
END $$;

-- Draws the ticket of a round that is settled, or returns that of a bet that is rolled back. Null without a ticket.
CREATE FUNCTION ledger.end_ticket(item record, wallet wallet.accounts, INOUT open_jackpots jackpots.jackpots[],
  OUT moves ledger.ticket_moves)
LANGUAGE plpgsql AS $$
DECLARE
  movement bigint := nextval('ledger.movement_ids');
  drawn record; ticket jackpots.tickets; jackpot jackpots.jackpots;
  open_account bigint; reserve bigint; pots bigint[] := '{}';
BEGIN
  IF item.kind = 'win' THEN
    drawn := jackpots.draw(item.round_id, item.studio, movement, item.at, open_jackpots);
    open_jackpots := drawn.open_jackpots; ticket := drawn.ticket;
  ELSE
    ticket := jackpots.return_ticket(item.round_id, item.studio, item.bet_key, movement, item.at);
  END IF;
  IF ticket.round_id IS NULL THEN RETURN; END IF;
  moves := ROW(wallet, '{}', '{}', '{}');
  open_account := ledger.house_account('house:jackpot-open:' || wallet.currency);
  wallet.open_tickets := wallet.open_tickets - 1;
  IF ticket.state = 'returned' THEN
    -- As a stake that is rolled back: in the period of its bet.
    wallet.staked := wallet.staked - ticket.side_stake;
    IF wallet.room_until IS NOT NULL THEN
      wallet.room_until := '-infinity';
      PERFORM limits.undo_bet(wallet.player_id, wallet.currency, ticket.movement_id, ticket.side_stake,
        ticket.side_stake);
    END IF;
    moves.wallet := wallet;
    moves := ledger.add_ticket_move(moves, movement, 'jackpot-stake-returned', item,
      ARRAY[ROW(open_account, ledger.own_cash(), ticket.side_stake)::ledger.transfer]);
    RETURN;
  END IF;
  moves.wallet := wallet;
  SELECT * INTO STRICT jackpot FROM unnest(open_jackpots) AS open WHERE open.id = ticket.jackpot_id;
  reserve := ledger.house_account('house:jackpot-reserve:' || wallet.currency);
  FOR place IN 1..3 LOOP
    pots := pots || ledger.house_account('house:jackpot-' || (jackpots.levels())[place] || ':' || wallet.currency);
  END LOOP;
  moves := ledger.add_ticket_move(moves, movement, 'jackpot-drawn', item, ARRAY[
    ROW(open_account, pots[1], jackpot.contributions[1])::ledger.transfer,
    ROW(open_account, pots[2], jackpot.contributions[2])::ledger.transfer,
    ROW(open_account, pots[3], jackpot.contributions[3])::ledger.transfer,
    ROW(open_account, reserve, ticket.side_stake - jackpot.contributions[1] - jackpot.contributions[2]
      - jackpot.contributions[3])::ledger.transfer]);
  FOR place IN 1..3 LOOP
    CONTINUE WHEN ticket.won[place] = 0;
    moves := ledger.add_ticket_move(moves, nextval('ledger.movement_ids'), 'jackpot-won', item,
      ARRAY[ROW(pots[place], ledger.own_cash(), ticket.won[place])::ledger.transfer]);
    IF jackpot.seeds[place] > 0 THEN
      moves := ledger.add_ticket_move(moves, nextval('ledger.movement_ids'), 'jackpot-seeded', item,
        ARRAY[ROW(reserve, pots[place], jackpot.seeds[place])::ledger.transfer]);
    END IF;
    moves.events := moves.events || ROW('game:bets#' || wallet.player_id, 'game.jackpot.won',
      jsonb_build_object('currency', wallet.currency, 'level', (jackpots.levels())[place], 'amount',
        ticket.won[place], 'roundId', ticket.round_id)::text, movement, NULL)::ledger.event;
  END LOOP;
END $$;
