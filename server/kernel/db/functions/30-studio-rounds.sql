-- Opens and ends rounds of many players in one statement and one commit. Locked rows are skipped, so that no player's
-- round waits for another's lock; the caller handles them separately, where they wait or are refused
-- (games/studio/open-round.ts, settle-round.ts).

-- Takes each seat's next nonce and stores the round under it. `place`: the index of the play that a row answers.
CREATE FUNCTION studio.open_rounds(
  ids uuid[], play_ids uuid[], owners text[], games text[], versions text[], hashes text[], currencies text[],
  stakes bigint[], choices text[], tokens text[],
  moment timestamptz, paced timestamptz[], next_attempt timestamptz
) RETURNS TABLE (place bigint, seed_id bigint, nonce bigint, number integer, server_seed text, server_seed_hash text,
  client_seed text)
LANGUAGE plpgsql
-- Forces index lookups: plans are made while the tables are still empty, and cached.
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH play AS (
    SELECT * FROM unnest(ids, play_ids, owners, games, versions, hashes, currencies, stakes, choices, tokens, paced)
      WITH ORDINALITY AS arguments (id, play_id, owner, game, version, hash, currency, stake, choice, token, paced, n)
  ), free AS (
    SELECT seeds.id, play.n FROM play JOIN studio.seeds ON seeds.owner = play.owner AND seeds.game = play.game
      AND seeds.revealed_at IS NULL
    WHERE (seeds.last_round_at IS NULL OR seeds.last_round_at <= play.paced)
      AND NOT EXISTS (SELECT FROM studio.rounds WHERE rounds.owner = play.owner AND rounds.play_id = play.play_id)
      AND NOT EXISTS (
        SELECT FROM studio.rounds WHERE rounds.owner = play.owner AND rounds.game = play.game
          AND rounds.currency = play.currency AND rounds.state IN ('betting', 'playing', 'accepted', 'cancelling'))
    FOR NO KEY UPDATE OF seeds SKIP LOCKED
  ), seat AS (
    UPDATE studio.seeds SET next_nonce = seeds.next_nonce + 1, last_round_at = moment FROM free WHERE seeds.id = free.id
    RETURNING free.n, seeds.id, seeds.next_nonce - 1 AS nonce, seeds.number, seeds.server_seed,
      seeds.server_seed_hash, seeds.client_seed
  ), round AS (
    INSERT INTO studio.rounds (id, play_id, owner, game, mode, seed_id, nonce, maths_version, maths_hash, currency,
      stake, choice, state, token, next_attempt_at, created_at, updated_at)
    SELECT play.id, play.play_id, play.owner, play.game, 'real', seat.id, seat.nonce, play.version, play.hash,
      play.currency, play.stake, play.choice::jsonb,
      'betting', play.token, next_attempt, moment, moment
    FROM seat JOIN play USING (n)
  )
  SELECT seat.n, seat.id, seat.nonce, seat.number, seat.server_seed, seat.server_seed_hash, seat.client_seed FROM seat;
END $$;

-- Ends rounds whose bet and win were posted since they were opened; returns those that it ended.
CREATE FUNCTION studio.end_rounds(ids uuid[], outcomes text[], payouts bigint[], moment timestamptz) RETURNS SETOF uuid
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  RETURN QUERY
  WITH free AS (
    SELECT rounds.id, ended.outcome, ended.payout FROM unnest(ids, outcomes, payouts) AS ended (id, outcome, payout)
      JOIN studio.rounds USING (id)
    WHERE rounds.state = 'betting' FOR NO KEY UPDATE OF rounds SKIP LOCKED
  )
  UPDATE studio.rounds SET state = 'settled', outcome = free.outcome::jsonb, payout = free.payout, token = NULL,
    updated_at = moment
  FROM free WHERE rounds.id = free.id RETURNING rounds.id;
END $$;
