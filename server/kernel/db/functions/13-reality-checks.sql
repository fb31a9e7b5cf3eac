-- Reality checks: while one is due, stakes are refused until the player acknowledges it. ledger.post checks this under
-- the wallet's lock.

-- A check is due from its time on if play had not ended by then. Play ends half an hour after its last stake.
CREATE FUNCTION ledger.is_reality_check_due(due_at timestamptz, played_at timestamptz, moment timestamptz)
  RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT coalesce(moment >= due_at AND played_at > due_at - interval '30 minutes', false)
$$;

-- For each movement: whether a check is due or the pause after it is still running, and whether its stake must be
-- recorded, which happens once a minute.
CREATE FUNCTION ledger.read_reality_checks(movements ledger.movement[], OUT are_due boolean[],
  OUT are_news boolean[])
LANGUAGE sql STABLE AS $$
  SELECT array_agg(ledger.is_reality_check_due(checks.due_at, checks.played_at, request.moment)
    OR coalesce(request.moment < checks.paused_until, false) ORDER BY request.ordinality),
    array_agg(coalesce(checks.played_at <= request.moment - interval '1 minute', checks.player_id IS NOT NULL)
      ORDER BY request.ordinality)
  FROM unnest(movements) WITH ORDINALITY AS request
  LEFT JOIN games.reality_checks AS checks ON checks.player_id = request.player_id AND request.session_id IS NOT NULL
$$;

-- Records accepted stakes, with the movements that took them. After half an hour without a stake, play and its check
-- start anew.
CREATE FUNCTION ledger.note_play(noted uuid[], movement_ids bigint[], moments timestamptz[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  -- A row locked by another call is skipped: that call records the same.
  UPDATE games.reality_checks AS checks SET
    played_at = play.moment,
    began_at = CASE WHEN play.is_new THEN play.moment ELSE checks.began_at END,
    after_movement_id = CASE WHEN play.is_new THEN play.movement_id - 1 ELSE checks.after_movement_id END,
    due_at = CASE WHEN play.is_new THEN play.moment + make_interval(mins => checks.interval_minutes)
      ELSE checks.due_at END
  FROM (
    SELECT free.player_id, bet.movement_id, bet.moment,
      free.played_at IS NULL OR free.played_at <= bet.moment - interval '30 minutes'
        AND NOT ledger.is_reality_check_due(free.due_at, free.played_at, bet.moment) AS is_new
    FROM (SELECT * FROM games.reality_checks WHERE player_id = ANY (noted)
      ORDER BY player_id FOR NO KEY UPDATE SKIP LOCKED) AS free
    JOIN (
      SELECT DISTINCT ON (player_id) player_id, movement_id, moment
      FROM unnest(noted, movement_ids, moments) AS each (player_id, movement_id, moment) ORDER BY player_id, movement_id
    ) AS bet USING (player_id)
  ) AS play
  WHERE checks.player_id = play.player_id;
END $$;
