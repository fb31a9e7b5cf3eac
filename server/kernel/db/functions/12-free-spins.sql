-- Free spins, used in the call that posts the bet: a stake of exactly their amount in their game is paid by the
-- operator.

-- Finds and locks the spins that a stake uses: the named ones, or those that expire first. Null if none are left.
CREATE FUNCTION ledger.find_free_spin(player uuid, wallet_currency text, game text, amount bigint, moment timestamptz,
  only_id uuid) RETURNS uuid
LANGUAGE sql AS $$
  SELECT id FROM bonuses.player_freespins
  WHERE player_id = player AND status = bonuses.active() AND currency = wallet_currency AND game_id = game
    AND spin_amount = amount AND expires_at > moment AND (only_id IS NULL OR id = only_id)
  ORDER BY expires_at, id LIMIT 1 FOR UPDATE
$$;

-- Counts one spin as used by its bet, after all conditions of the bet were checked.
CREATE FUNCTION ledger.take_free_spin(spins_id uuid, bet_actor text, key text, moment timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  spins bonuses.player_freespins;
BEGIN
  SELECT * INTO STRICT spins FROM bonuses.player_freespins WHERE id = spins_id;
  INSERT INTO bonuses.freespin_uses (actor, bet_key, freespin_id) VALUES (bet_actor, key, spins.id);
  IF spins.used + 1 = spins.count THEN
    spins.status := bonuses.finished(); spins.result := bonuses.played(); spins.finished_at := moment;
  END IF;
  PERFORM ledger.move_free_spins(spins, spins.used + 1);
  IF spins.status = bonuses.finished() THEN
    INSERT INTO facts.facts (kind, player_id, subject, data)
    VALUES ('freespinsFinished', spins.player_id, spins.id,
      jsonb_build_object('bonusId', spins.bonus_id, 'used', spins.used + 1, 'result', spins.result));
  END IF;
END $$;

-- A rolled-back bet returns its spin. Expired spins remain expired.
CREATE FUNCTION ledger.return_free_spin(bet_actor text, key text, moment timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  spins_id uuid;
  spins bonuses.player_freespins;
BEGIN
  DELETE FROM bonuses.freespin_uses WHERE actor = bet_actor AND bet_key = key RETURNING freespin_id INTO spins_id;
  IF spins_id IS NULL THEN
    RETURN;
  END IF;
  SELECT * INTO STRICT spins FROM bonuses.player_freespins WHERE id = spins_id FOR UPDATE;
  IF spins.status = bonuses.finished() AND spins.result = bonuses.played() AND spins.expires_at > moment THEN
    spins.status := bonuses.active(); spins.result := bonuses.running(); spins.finished_at := NULL;
  END IF;
  PERFORM ledger.move_free_spins(spins, spins.used - 1);
END $$;

-- Writes the change, and the row for the push, which the relay converts for clients.
CREATE FUNCTION ledger.move_free_spins(spins bonuses.player_freespins, now_used int) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE bonuses.player_freespins SET used = now_used, status = spins.status, result = spins.result,
    finished_at = spins.finished_at, version = version + 1
  WHERE id = spins.id RETURNING * INTO spins;
  INSERT INTO outbox.events (channel, event, form, payload, version)
  SELECT 'bonus:player-freespins#' || spins.player_id, 'playerFreespin', 'free-spins',
    json_build_object('row', spins, 'locale', (SELECT locale FROM identity.players WHERE id = spins.player_id)),
      spins.version;
END $$;

-- The part of a round's win that is set aside: all of it, or in proportion to the stakes if the round has other stakes
-- too; nothing if wins of the spins are cash.
CREATE FUNCTION ledger.win_set_aside(spins uuid, amount bigint, free_stake bigint, stake bigint) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN free_stake > 0 AND wins_as_bonus
    THEN floor(amount::numeric * free_stake / (free_stake + stake))::bigint ELSE 0 END
  FROM bonuses.player_freespins WHERE id = spins
$$;

-- Adds a win that becomes bonus money once the spins are over (bonuses/credit-spin-wins.ts).
CREATE FUNCTION ledger.add_spin_win(spins_id uuid, amount bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  spins bonuses.player_freespins;
BEGIN
  UPDATE bonuses.player_freespins SET won = won + amount WHERE id = spins_id RETURNING * INTO STRICT spins;
  PERFORM ledger.move_free_spins(spins, spins.used);
END $$;
