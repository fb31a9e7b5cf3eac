-- The conditions on the player for a bet, checked under the wallet's lock. A transaction that ends a session, starts a
-- cooling-off period or an exclusion, or closes an account locks the player's wallets first
-- (server/ledger/lock-wallets.ts), so that no bet is taken after its commit.

-- For each movement, the reason to refuse its bet, null if there is none or if no session was given; and the statutory
-- maximum stake of its round in the player's country, null without one. `stake_caps`: country -> [stake] or [stake,
-- age, stake below that age], or [] where the law excludes the game; `*` for all other countries. `switches`: the names
-- that an operator can switch off, read without a lock: a bet that is being posted meanwhile counts as earlier, and the
-- command waits for it. Also records the player's activity once a minute, and the country whenever it changes.
CREATE FUNCTION ledger.gate_refusals(movements ledger.movement[], OUT refusals text[], OUT caps bigint[])
LANGUAGE plpgsql AS $$
DECLARE
  unnoted uuid[];
  seen text[];
  noted_at timestamptz;
BEGIN
  SELECT array_agg(CASE
      WHEN request.session_id IS NULL THEN NULL
      -- Sessions end as in server/identity/sessions/internal/open-session.ts.
      WHEN (player.status IN (identity.active(), identity.limited())
        AND session.last_used_at > request.moment - interval '720 hours'
        AND session.created_at > request.moment - interval '2160 hours') IS NOT TRUE
        THEN 'sessionClosed'
      WHEN EXISTS (SELECT FROM limits.breaks WHERE breaks.player_id = session.player_id AND request.moment < until)
        THEN 'playerExcluded'
      WHEN strpos(request.barred_countries, coalesce(request.country, session.seen_country)) > 0 OR cap = '[]'
        THEN 'countryRestricted'
      WHEN EXISTS (SELECT FROM reference.switched_off WHERE name = ANY (request.switches)
        AND switched_off.country IN ('', request.country, session.seen_country, player.country)) THEN 'switchedOff'
      WHEN reference.is_switched_off(request.currency) THEN 'currencyNotOffered' END ORDER BY request.ordinality),
    array_agg((cap ->> CASE
      WHEN jsonb_array_length(cap) = 3 AND (player.details ->> 'birthdate' ~ '^\d{4}-\d{1,2}-\d{1,2}$'
        AND (player.details ->> 'birthdate')::date + make_interval(years => (cap ->> 1)::int)
          <= request.moment) IS NOT TRUE
        THEN 2
      ELSE 0 END)::bigint ORDER BY request.ordinality),
    array_agg(session.id ORDER BY session.id, request.ordinality) FILTER (WHERE is_news),
    array_agg(request.country ORDER BY session.id, request.ordinality) FILTER (WHERE is_news),
    max(request.moment)
  INTO refusals, caps, unnoted, seen, noted_at
  FROM unnest(movements) WITH ORDINALITY AS request
  LEFT JOIN identity.sessions AS session ON session.id = request.session_id AND session.player_id = request.player_id
    AND session.closed_at IS NULL
  LEFT JOIN identity.players AS player ON player.id = session.player_id
  CROSS JOIN LATERAL (SELECT nullif(CASE WHEN request.stake_caps ? player.country
    THEN request.stake_caps -> player.country ELSE request.stake_caps -> '*' END, 'null') AS cap) AS law
  CROSS JOIN LATERAL (SELECT session.active_at <= request.moment - interval '1 minute'
    OR request.country <> coalesce(session.seen_country, '') AS is_news) AS noted;

  -- A session locked by another call is skipped: that call records the same, or ends it.
  IF unnoted IS NOT NULL THEN
    UPDATE identity.sessions SET active_at = noted_at, seen_country = coalesce(news.country, sessions.seen_country),
      idled_at = CASE WHEN active_at <= noted_at - idle_minutes * interval '1 minute' THEN noted_at ELSE idled_at END
    FROM (SELECT id FROM identity.sessions WHERE id = ANY (unnoted) FOR NO KEY UPDATE SKIP LOCKED) AS free
    JOIN (SELECT DISTINCT ON (id) id, country FROM unnest(unnoted, seen) WITH ORDINALITY AS each (id, country, n)
      ORDER BY id, n DESC) AS news USING (id)
    WHERE sessions.id = free.id;
  END IF;
END $$;
