-- Who the players are, which sessions they hold, and what was done to both.
CREATE SCHEMA identity;

CREATE TABLE identity.players (
  id uuid PRIMARY KEY,
  email text CHECK (email = btrim(email) AND length(email) BETWEEN 3 AND 254),
  nickname text,
  first_name text,
  last_name text,
  -- Digits in international form, without the plus.
  phone text CHECK (phone ~ '^[0-9]{3,20}$'),
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  -- What the player registered in; the accounts themselves are the wallet's.
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3,5}$'),
  locale text NOT NULL DEFAULT 'en',
  -- 1 active, 2 limited (no deposits), 3 blocked, 4 closed.
  status smallint NOT NULL DEFAULT 1 CHECK (status BETWEEN 1 AND 4),
  -- Argon2id in PHC form; null where the player has only other ways in.
  password_hash text,
  is_newly_registered boolean NOT NULL DEFAULT true,
  has_agreed boolean NOT NULL DEFAULT false,
  receives_email_promo boolean NOT NULL DEFAULT false,
  receives_sms_promo boolean NOT NULL DEFAULT false,
  bonus_code text,
  fingerprint text,
  affiliate_tag text,
  freshchat_restore_id text,
  pwa_installed boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (email IS NOT NULL OR phone IS NOT NULL)
);
CREATE UNIQUE INDEX players_email ON identity.players (lower(email)) WHERE email IS NOT NULL;
CREATE UNIQUE INDEX players_phone ON identity.players (phone) WHERE phone IS NOT NULL;

CREATE TABLE identity.sessions (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL REFERENCES identity.players,
  -- Grows with each refresh. Tokens of the generation before are good for a moment after `rotated_at`, older ones never.
  generation integer NOT NULL DEFAULT 1 CHECK (generation > 0),
  rotated_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  ip text NOT NULL,
  user_agent text NOT NULL,
  country text,
  fingerprint text,
  closed_at timestamptz,
  -- signed-out, closed-by-player, token-reused, blocked, expired.
  close_reason text,
  CHECK ((closed_at IS NULL) = (close_reason IS NULL))
);
CREATE INDEX sessions_open ON identity.sessions (player_id, last_used_at DESC) WHERE closed_at IS NULL;

-- Counters behind the limits on sign-in and registration; they outlive a restart and hold across processes.
CREATE TABLE identity.attempts (
  key text PRIMARY KEY,
  count integer NOT NULL,
  resets_at timestamptz NOT NULL
);
CREATE INDEX attempts_over ON identity.attempts (resets_at);

CREATE TABLE identity.audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  player_id uuid,
  session_id uuid,
  -- registered, signed-in, sign-in-refused, signed-out, session-closed, token-reused, profile-changed.
  action text NOT NULL,
  ip text NOT NULL,
  country text,
  user_agent text NOT NULL,
  detail jsonb NOT NULL
);
CREATE INDEX audit_of_player ON identity.audit (player_id, id DESC);

CREATE FUNCTION identity.refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
CREATE TRIGGER audit_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON identity.audit
  FOR EACH STATEMENT EXECUTE FUNCTION identity.refuse_audit_change();
