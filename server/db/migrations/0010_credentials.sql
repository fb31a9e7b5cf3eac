-- What proves a player beyond a password: an authenticator with its recovery codes, and passkeys.
CREATE SCHEMA credentials;

CREATE TABLE credentials.totps (
  player_id uuid PRIMARY KEY,
  -- AES-256-GCM under a key derived from the house's secret, bound to the player: nonce, ciphertext, tag.
  secret bytea NOT NULL,
  created_at timestamptz NOT NULL,
  -- Null until a first code came back.
  enabled_at timestamptz,
  -- The time step of the last code taken: a code is good once, and none before it is good any more.
  last_step bigint
);

CREATE TABLE credentials.recovery_codes (
  player_id uuid NOT NULL,
  -- HMAC-SHA-256 under a derived key.
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  used_at timestamptz,
  PRIMARY KEY (player_id, code_hash)
);

CREATE TABLE credentials.passkeys (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  -- As the browser names it, base64url.
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- Signatures that the authenticator says it made; 0 for ever where it does not count.
  counter bigint NOT NULL CHECK (counter >= 0),
  -- Comma-separated, as the browser told them.
  transports text NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_of_player ON credentials.passkeys (player_id, created_at);

-- What an authenticator was asked to sign. Taken away by its first use.
CREATE TABLE credentials.challenges (
  challenge text PRIMARY KEY,
  -- registration, step-up, sign-in.
  purpose text NOT NULL,
  player_id uuid,
  expires_at timestamptz NOT NULL
);
CREATE INDEX challenges_over ON credentials.challenges (expires_at);
