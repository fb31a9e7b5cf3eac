-- Players' limits on stakes, losses, time and the stake of one round, for the posting function.
--
-- A wallet has room: how much can still be staked and lost before the limits must be read again. Room is a reservation:
-- one wallet of a player has all of it, and the others none. A bet within the room reads no limit; a bet beyond it
-- locks all wallets of the player, reads the limits and moves the room to its wallet.

-- The first moment at which the clocks of a time zone show a local time. If clocks are set back over midnight, 0:00
-- occurs twice, an hour apart, and PostgreSQL returns the second.
CREATE FUNCTION limits.first_moment(shown timestamp, zone text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN (moment - interval '1 hour') AT TIME ZONE zone = shown THEN moment - interval '1 hour'
    ELSE moment END
  FROM (SELECT shown AT TIME ZONE zone AS moment) AS later
$$;

-- The period at a moment in a time zone: the calendar day, the week from Monday, or the month. A day has 23 or 25 hours
-- where clocks change.
CREATE FUNCTION limits.window_at(period text, zone text, moment timestamptz, OUT window_from timestamptz,
  OUT window_to timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT limits.first_moment(start, zone),
    limits.first_moment(start + CASE period WHEN 'daily' THEN interval '1 day' WHEN 'weekly' THEN interval '7 days'
    ELSE interval '1 month' END, zone)
  FROM date_trunc(CASE period WHEN 'daily' THEN 'day' WHEN 'weekly' THEN 'week'
    ELSE 'month' END, moment AT TIME ZONE zone) AS start
$$;

-- The first of the names of a time zone that this database knows; null if it knows none.
CREATE FUNCTION limits.known_zone(names text[]) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  zone text;
BEGIN
  FOREACH zone IN ARRAY names LOOP
    BEGIN
      PERFORM now() AT TIME ZONE zone;
      RETURN zone;
    EXCEPTION WHEN invalid_parameter_value THEN
      CONTINUE;
    END;
  END LOOP;
  RETURN NULL;
END $$;

-- The part of a limit in another currency that one wallet has used: each amount at the rates in force when it was
-- counted.
CREATE FUNCTION limits.worth_by_rates(own limits.limits, code text, counted_from numeric, total numeric) RETURNS numeric
  LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN count(*) = count(worth) THEN coalesce(sum(worth), 0) END
  FROM (
    SELECT version, after_movement, CASE own.definition WHEN limits.bet() THEN staked ELSE lost END AS starts_at,
      lead(after_movement) OVER parts AS ends_after,
      coalesce(lead(CASE own.definition WHEN limits.bet() THEN staked ELSE lost END) OVER parts, total) AS ends_at,
      row_number() OVER parts = 1 AS is_first
    FROM limits.totals_by_rates WHERE player_id = own.player_id AND currency = code
    WINDOW parts AS (ORDER BY version)
    -- A wallet that has not moved since its player's first limit.
    UNION ALL SELECT NULL, 0, counted_from, NULL, total, true WHERE NOT EXISTS (
      SELECT FROM limits.totals_by_rates WHERE player_id = own.player_id AND currency = code)
  ) AS part
  CROSS JOIN LATERAL (SELECT ends_at - CASE WHEN is_first OR after_movement <= own.after_movement THEN counted_from
    ELSE starts_at END AS amount) AS counted
  CROSS JOIN LATERAL (SELECT CASE WHEN amount = 0 THEN 0
    ELSE reference.at_rates(amount, code, own.currency, reference.rates_of(version)) END AS worth) AS valued
  -- Parts that ended before the period began belong to an earlier one.
  WHERE ends_after IS NULL OR ends_after > own.after_movement
$$;

-- The part of a limit that was used in its period, in its currency. Amounts in that currency count exactly, others at
-- the rates of their time, rounded up. Null if a rate is missing. `wallets`: currency -> [staked, lost].
CREATE FUNCTION limits.used(own limits.limits, wallets jsonb) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN count(*) = count(worth) THEN coalesce(sum(worth), 0) END
  FROM jsonb_each(wallets) AS wallet (code, totals)
  CROSS JOIN LATERAL (SELECT (totals ->> CASE own.definition WHEN limits.bet() THEN 0 ELSE 1 END)::numeric AS total,
    coalesce((own.counted_from ->> code)::numeric, 0) AS counted_from) AS each
  CROSS JOIN LATERAL (SELECT CASE WHEN code = own.currency THEN total - counted_from
    ELSE ceil(limits.worth_by_rates(own, code, counted_from, total)) END AS worth) AS valued
$$;

-- Whether a limit has minutes, not money.
CREATE FUNCTION limits.is_on_time(own limits.limits) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT own.amount IS NOT NULL AND own.currency IS NULL
$$;

-- The minutes of a limit that have passed in its period, which has started, and the refusal of bets once they reach its
-- amount. Read for the first bet, and then at least once a minute.
CREATE FUNCTION limits.time_of(own limits.limits, moment timestamptz, OUT minutes numeric, OUT refusal text)
LANGUAGE plpgsql STABLE AS $$
BEGIN
  CASE own.definition
    WHEN limits.play_time() THEN
      minutes := ((SELECT played_ms FROM limits.play WHERE player_id = own.player_id)
        - coalesce((own.counted_from ->> 'time')::numeric, 0)) / 60000;
      refusal := 'playTimeReached';
    ELSE NULL;
  END CASE;
END $$;

-- Records the wallet's totals before its first movement under other rates. Called with the wallet's lock held.
CREATE FUNCTION limits.note_rates(account wallet.accounts, version integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO limits.totals_by_rates (player_id, currency, version, staked, lost, after_movement)
  SELECT account.player_id, account.currency, note_rates.version, account.staked, account.lost,
    CASE WHEN is_called THEN last_value ELSE 0 END FROM ledger.movement_ids
  ON CONFLICT DO NOTHING
$$;

-- The totals of a player's wallets. `known` overrides what the caller has decided but not written yet.
CREATE FUNCTION limits.totals(player uuid, known jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_object_agg(currency, jsonb_build_array(staked, lost)), '{}') || known FROM wallet.accounts
    WHERE player_id = player
$$;

-- Starts the current period of each limit whose previous period is over, from the present totals. Time is counted in
-- milliseconds.
CREATE FUNCTION limits.start_periods(player uuid, totals jsonb, moment timestamptz) RETURNS void LANGUAGE sql AS $$
  UPDATE limits.limits AS own SET window_from = period.window_from, window_to = period.window_to,
    after_movement = (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM ledger.movement_ids),
    counted_from = CASE
      WHEN own.definition = limits.play_time()
        THEN jsonb_build_object('time', (SELECT played_ms FROM limits.play WHERE player_id = player))
      WHEN own.currency IS NULL THEN '{}'
      ELSE (SELECT coalesce(jsonb_object_agg(code,
          value ->> CASE own.definition WHEN limits.bet() THEN 0 ELSE 1 END), '{}')
        FROM jsonb_each(totals) AS wallet (code, value)) END
  FROM limits.limits AS old CROSS JOIN LATERAL limits.window_at(old.period, old.zone, moment) AS period
  WHERE own.id = old.id AND old.player_id = player AND old.removed_at IS NULL
    AND (old.definition IN (limits.bet(), limits.loss()) OR limits.is_on_time(old))
    AND (old.window_to IS NULL OR old.window_to <= moment);
  -- Limits do not reach back before their period, so of each wallet's earlier totals only the last is needed.
  DELETE FROM limits.totals_by_rates AS early USING limits.totals_by_rates AS later
  WHERE early.player_id = player AND later.player_id = player AND later.currency = early.currency
    AND later.version > early.version AND later.after_movement <= (SELECT min(after_movement) FROM limits.limits
      WHERE player_id = player AND removed_at IS NULL AND definition IN (limits.bet(), limits.loss()))
$$;

-- The room of one wallet under all limits of its player, whose wallets are locked. A pause of more than five minutes
-- between bets does not count as time of play.
CREATE FUNCTION limits.read_room(player uuid, wallet_currency text, known jsonb, moment timestamptz,
  OUT stake bigint, OUT loss bigint, OUT most bigint, OUT time_refusal text, OUT until timestamptz
) LANGUAGE plpgsql AS $$
DECLARE
  wallets CONSTANT jsonb := limits.totals(player, known);
  rates CONSTANT jsonb := reference.rates_at(moment);
BEGIN
  UPDATE limits.play SET seen_at = moment,
    played_ms = played_ms + CASE WHEN moment > seen_at AND moment - seen_at <= interval '5 minutes'
      THEN extract(epoch FROM moment - seen_at) * 1000 ELSE 0 END
  WHERE player_id = player AND (seen_at IS NULL OR seen_at < moment);
  PERFORM limits.start_periods(player, wallets, moment);
  -- A missing rate leaves no room.
  SELECT min(CASE definition WHEN limits.bet() THEN own.room END),
    min(CASE definition WHEN limits.loss() THEN own.room END),
    min(CASE definition WHEN limits.stake() THEN own.room END),
    min(spent.refusal) FILTER (WHERE spent.minutes >= amount),
    least(min(window_to), moment + CASE WHEN bool_or(limits.is_on_time(limits)) THEN interval '1 minute'
      ELSE interval '1 hour' END)
  INTO stake, loss, most, time_refusal, until
  FROM limits.limits
  CROSS JOIN LATERAL (SELECT CASE WHEN definition IN (limits.bet(), limits.loss(), limits.stake()) THEN
    coalesce(least(9007199254740991, greatest(0, floor(reference.at_rates(
      amount - CASE definition WHEN limits.stake() THEN 0
        ELSE limits.used(limits, wallets) END, currency, wallet_currency, rates)))),
        0)::bigint END AS room) AS own
  CROSS JOIN LATERAL limits.time_of(limits, moment) AS spent
  WHERE player_id = player AND removed_at IS NULL
    AND (definition IN (limits.bet(), limits.loss(), limits.stake()) OR limits.is_on_time(limits));
  PERFORM limits.end_other_rooms(player, wallet_currency);
END $$;

-- Ends the room of all other wallets of a player, which are locked. Only one wallet may have room, and room that a
-- decision takes back in one must not remain in another.
CREATE FUNCTION limits.end_other_rooms(player uuid, wallet_currency text) RETURNS void LANGUAGE sql AS $$
  UPDATE wallet.accounts SET room_until = '-infinity' WHERE player_id = player AND currency <> wallet_currency
    AND room_until > '-infinity'
$$;

-- Ends all room of a player after a limit on play was set, changed or removed, so that the next bet reads the limits.
-- Called with the player's wallets locked.
CREATE FUNCTION limits.forget_room(player uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog AS $$
BEGIN
  UPDATE wallet.accounts SET room_stake = NULL, room_loss = NULL, room_most = NULL,
    room_until = CASE WHEN EXISTS (SELECT FROM limits.play WHERE player_id = player) THEN '-infinity'::timestamptz END
  WHERE player_id = player;
  UPDATE limits.play SET has_wallets = (SELECT count(*) > 1 FROM wallet.accounts WHERE player_id = player)
    WHERE player_id = player;
END $$;

-- Removes a rolled-back bet, or a returned entry, from the limits. One of an earlier period does not raise what may be
-- staked or lost in the current period.
CREATE FUNCTION limits.undo_bet(player uuid, wallet_currency text, bet bigint, stake bigint, loss bigint) RETURNS void
  LANGUAGE sql AS $$
  UPDATE limits.limits SET counted_from = counted_from || jsonb_build_object(wallet_currency,
    (coalesce((counted_from ->> wallet_currency)::numeric, 0)
      - CASE definition WHEN limits.bet() THEN stake ELSE loss END)::text)
  WHERE player_id = player AND removed_at IS NULL AND definition IN (limits.bet(), limits.loss())
    AND after_movement >= bet;
  -- A bet of the current period is removed at the rates at which it was counted.
  UPDATE limits.totals_by_rates SET staked = staked - undo_bet.stake, lost = lost - undo_bet.loss
  WHERE player_id = player AND currency = wallet_currency AND after_movement >= bet
$$;
