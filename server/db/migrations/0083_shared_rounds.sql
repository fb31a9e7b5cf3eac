-- Rounds that all players of a game share: one elected process runs them, and a chain of hashes decides them.
CREATE SCHEMA shared;

CREATE TABLE shared.chains (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  game text NOT NULL,
  -- How many rounds it decides.
  length integer NOT NULL CHECK (length > 0),
  -- The published hash.
  last_hash text NOT NULL,
  -- Secret: every so many hashes one is stored, 32 bytes each, from the first; those between are calculated from it.
  every integer NOT NULL CHECK (every > 0),
  checkpoints bytea NOT NULL,
  -- The event that fixes the salt, named before it happens.
  event text NOT NULL,
  salt text CHECK (length(salt) BETWEEN 1 AND 256),
  salt_source text,
  is_demo boolean NOT NULL,
  created_at timestamptz NOT NULL,
  salted_at timestamptz,
  CHECK ((salt IS NULL) = (salted_at IS NULL) AND (salt IS NULL) = (salt_source IS NULL))
);
CREATE INDEX chains_of_game ON shared.chains (game, id);

CREATE TABLE shared.rounds (
  game text NOT NULL,
  number bigint NOT NULL CHECK (number > 0),
  chain_id bigint NOT NULL REFERENCES shared.chains (id),
  -- From 1: the first round has the hash before the published one.
  place integer NOT NULL CHECK (place > 0),
  -- Both secret until the round has ended. The point is in hundredths.
  hash text NOT NULL,
  point integer NOT NULL CHECK (point >= 100),
  phase text NOT NULL CHECK (phase IN ('betting', 'running', 'ended')),
  bets_until timestamptz NOT NULL,
  started_at timestamptz,
  ended_at timestamptz,
  -- Could not be run to its end: stakes that were still in it were returned.
  is_interrupted boolean NOT NULL DEFAULT false,
  PRIMARY KEY (game, number),
  UNIQUE (chain_id, place),
  CHECK ((phase = 'ended') = (ended_at IS NOT NULL)),
  CHECK (phase <> 'running' OR started_at IS NOT NULL),
  CHECK (NOT is_interrupted OR phase = 'ended')
);
-- A game has one round at a time.
CREATE UNIQUE INDEX rounds_open ON shared.rounds (game) WHERE phase <> 'ended';

-- The process that runs a game's rounds, until its lease ends. Each new one has a higher fence, and writes only under its own.
CREATE TABLE shared.leaders (
  game text PRIMARY KEY,
  holder uuid NOT NULL,
  fence bigint NOT NULL,
  leased_until timestamptz NOT NULL,
  renewed_at timestamptz NOT NULL,
  -- When it stopped because nobody needed the rounds.
  rested_at timestamptz
);

-- When a game was last watched: its rounds go on for a while after that.
CREATE TABLE shared.watched (
  game text PRIMARY KEY,
  watched_at timestamptz NOT NULL
);

-- The bets of a shared round.
CREATE INDEX rounds_of_shared ON studio.rounds (game, ((choice ->> 'round')::bigint)) WHERE choice ? 'round';
