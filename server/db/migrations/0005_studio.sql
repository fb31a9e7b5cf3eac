-- The in-house studio's own books. It stands apart from the house on purpose: the two only meet over the signed wallet API.
CREATE SCHEMA studio;

-- A seed pair: committed by its hash, played under, revealed when the next one opens. The active row is also the seat: it hands out nonces.
CREATE TABLE studio.seeds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The player's id, or the demo session's.
  owner text NOT NULL,
  game text NOT NULL,
  server_seed text NOT NULL,
  server_seed_hash text NOT NULL,
  client_seed text NOT NULL,
  next_nonce bigint NOT NULL DEFAULT 0,
  last_round_at timestamptz,
  created_at timestamptz NOT NULL,
  revealed_at timestamptz
);
CREATE UNIQUE INDEX seeds_active ON studio.seeds (owner, game) WHERE revealed_at IS NULL;

CREATE TABLE studio.rounds (
  id uuid PRIMARY KEY,
  play_id uuid NOT NULL,
  owner text NOT NULL,
  game text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('real', 'demo')),
  seed_id bigint NOT NULL REFERENCES studio.seeds (id),
  nonce bigint NOT NULL,
  maths_version text NOT NULL,
  maths_hash text NOT NULL,
  currency text NOT NULL,
  stake bigint NOT NULL CHECK (stake > 0),
  choice jsonb,
  -- betting: the bet may have reached the house. accepted: the stake is in, the outcome is decided. cancelling: the stake goes back.
  state text NOT NULL CHECK (state IN ('betting', 'accepted', 'settled', 'cancelling', 'cancelled')),
  outcome jsonb,
  payout bigint NOT NULL DEFAULT 0 CHECK (payout >= 0),
  -- Why the house said no to the bet; a repeated play gets the same answer.
  refusal text,
  -- The launch token that the house's calls carry; forgotten once the round is closed.
  token text,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT rounds_nonce_once UNIQUE (seed_id, nonce),
  CONSTRAINT rounds_play_once UNIQUE (owner, play_id),
  CHECK ((outcome IS NOT NULL) = (state IN ('accepted', 'settled')))
);
CREATE UNIQUE INDEX rounds_in_flight ON studio.rounds (owner, game) WHERE state IN ('betting', 'accepted', 'cancelling');
CREATE INDEX rounds_due ON studio.rounds (next_attempt_at) WHERE state IN ('betting', 'accepted', 'cancelling');
CREATE INDEX rounds_of_owner ON studio.rounds (owner, game, created_at DESC);

CREATE TABLE studio.demo_sessions (
  id uuid PRIMARY KEY,
  game text NOT NULL,
  currency text NOT NULL,
  balance bigint NOT NULL CHECK (balance >= 0),
  created_at timestamptz NOT NULL
);
CREATE INDEX demo_sessions_age ON studio.demo_sessions (created_at);
