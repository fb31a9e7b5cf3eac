-- The rules by which a consumer counts play, each from a movement on, so that a replay counts each round as before.
CREATE TABLE rewards.counting_rules (
  consumer text NOT NULL,
  -- The rule applies to later movements.
  after_movement bigint NOT NULL,
  rule text NOT NULL,
  -- Digest of all games with their edges: unchanged, nothing is written to counted_games.
  games_digest text NOT NULL,
  counted_to bigint NOT NULL CHECK (counted_to > after_movement),
  PRIMARY KEY (consumer, after_movement)
);
-- The edge of a game, 1 - RTP as an exact fraction: a row only where it or the game's kind changed.
CREATE TABLE rewards.counted_games (
  consumer text NOT NULL,
  studio text NOT NULL,
  game text NOT NULL,
  after_movement bigint NOT NULL,
  kind text NOT NULL,
  numerator numeric NOT NULL CHECK (numerator >= 0),
  denominator numeric NOT NULL CHECK (denominator > 0),
  PRIMARY KEY (consumer, studio, game, after_movement)
);

-- Rakeback by player and currency: what settled rounds brought, and what the player has claimed of it.
CREATE TABLE rewards.rakebacks (
  player_id uuid NOT NULL,
  currency text NOT NULL,
  -- Millionths of a subunit.
  earned bigint NOT NULL CHECK (earned >= 0),
  -- Subunits. More than was earned only while a replay has not counted everything again.
  claimed bigint NOT NULL DEFAULT 0 CHECK (claimed >= 0),
  claims integer NOT NULL DEFAULT 0 CHECK (claims >= 0),
  claimed_at timestamptz,
  PRIMARY KEY (player_id, currency),
  CHECK ((claims = 0) = (claimed_at IS NULL) AND (claims = 0) = (claimed = 0))
);
