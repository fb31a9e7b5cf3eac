-- Who the players are, which sessions they hold, and what was done to both.
CREATE SCHEMA identity;

-- One mailbox has many spellings: `Ann.Lee+games@googlemail.com` is delivered to `annlee@gmail.com`. Exclusions, blocks,
-- closed accounts and first bonuses compare the mailbox; mail is sent to the address as it was typed. What follows a `+`
-- is a tag of the mailbox before it; dots count, except at Gmail.
CREATE FUNCTION identity.mailbox(address text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog AS $$
  SELECT CASE WHEN bare = '' THEN lower(btrim(address))
    WHEN host = 'gmail.com' THEN coalesce(nullif(replace(bare, '.', ''), ''), bare) || '@gmail.com'
    ELSE bare || '@' || host END
  FROM (SELECT regexp_replace(lower(btrim(address)), '@[^@]*$', '') AS name,
    substring(lower(btrim(address)) FROM '@([^@]*)$') AS domain) AS parts
  CROSS JOIN LATERAL (SELECT split_part(name, '+', 1) AS bare,
    CASE WHEN domain = 'googlemail.com' THEN 'gmail.com'
      WHEN domain IN ('protonmail.com', 'protonmail.ch', 'pm.me') THEN 'proton.me'
      WHEN domain IN ('me.com', 'mac.com') THEN 'icloud.com'
      ELSE coalesce(domain, '') END AS host) AS each
$$;

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
  -- Confirmed addresses, the rest of a profile, and the codes by which a player proves to hold a mailbox or a phone.
  email_confirmed_at timestamptz,
  phone_confirmed_at timestamptz,
  -- Field id of the catalogue -> text, for the fields without a column of their own.
  details jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(details) = 'object'),
  closed_at timestamptz,
  -- Names and birth date stand still from this moment on; null where nobody has checked them.
  identity_verified_at timestamptz,
  -- What an account proved and left again, and the addresses that an excluded player may not come back under.
  had_confirmed_email boolean NOT NULL DEFAULT false,
  -- Whether other players see the nickname. The feeds name the player of a round only where the player had agreed, so
  -- that the name shown is the one that the player allows now.
  shows_nickname boolean NOT NULL DEFAULT false,
  -- Since when an account that another person had prepared is that of the owner of its address: destinations of earlier
  -- withdrawals are not the owner's.
  owned_since timestamptz,
  -- Accounts of one mailbox, in whatever spelling, are one player's: a break, a block or a closure of one reaches the
  -- others. Anybody can register with an address: what was done to an account that never confirmed it reaches no account
  -- that did.
  mailbox text GENERATED ALWAYS AS (identity.mailbox(email)) STORED
);
CREATE UNIQUE INDEX players_email ON identity.players (lower(email)) WHERE email IS NOT NULL;
CREATE UNIQUE INDEX players_phone ON identity.players (phone) WHERE phone IS NOT NULL;
CREATE INDEX players_by_address ON identity.players (lower(details ->> 'address'), lower(details ->> 'postalCode'))
  WHERE ((details ->> 'address') <> '') AND ((details ->> 'postalCode') <> '');
CREATE INDEX players_mailbox ON identity.players (mailbox) WHERE mailbox IS NOT NULL;

CREATE TABLE identity.sessions (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL REFERENCES identity.players (id),
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
  -- password, otp, social, passkey, link.
  method text NOT NULL DEFAULT 'password',
  -- When this session last proved again who holds it.
  stepped_up_at timestamptz,
  -- Whether somebody is there: money is not moved by a session that nobody has used for a while.
  -- The last thing that the player did: a call that changes something, or a bet. Refreshing the token is none.
  active_at timestamptz NOT NULL DEFAULT now(),
  -- When the player was last found to have come back after a long while; a step-up later than this ends it.
  idled_at timestamptz,
  -- Where the session was used last: one that was opened at home may be carried into a country in which nobody may play.
  seen_country text,
  -- The idle time of the player's policy, as it was when the session was opened.
  idle_minutes smallint NOT NULL DEFAULT 30 CHECK (idle_minutes BETWEEN 5 AND 30),
  -- When a token of the session's generation was first used: until shortly after, its predecessor is accepted, because the
  -- answer that carried the successor may have been lost.
  generation_used_at timestamptz,
  CHECK ((closed_at IS NULL) = (close_reason IS NULL))
);
CREATE INDEX sessions_open ON identity.sessions (player_id, last_used_at DESC) WHERE closed_at IS NULL;
CREATE INDEX sessions_of_player ON identity.sessions (player_id, created_at DESC);
-- How many players a browser's mark belongs to tells a device from a model of device.
CREATE INDEX sessions_by_fingerprint ON identity.sessions (fingerprint, player_id) WHERE fingerprint IS NOT NULL;

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
  detail jsonb NOT NULL,
  -- Who acted: player:<id>, operator:<name>, partner:<name>, system:<job> or guest; null in entries from before.
  actor text
);
CREATE INDEX audit_of_player ON identity.audit (player_id, id DESC);
-- When a reward was revoked, for an operator who repeats the command.
CREATE INDEX audit_revocations ON identity.audit ((detail ->> 'id')) WHERE action = 'reward-revoked';

CREATE FUNCTION identity.refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
CREATE TRIGGER audit_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON identity.audit
  FOR EACH STATEMENT EXECUTE FUNCTION identity.refuse_audit_change();

-- What links in mails carry, hashed. One use: a used or expired row opens nothing.
CREATE TABLE identity.link_codes (
  code_hash bytea PRIMARY KEY CHECK (length(code_hash) = 32),
  -- email-confirmation, password-reset, autologin.
  purpose text NOT NULL,
  player_id uuid NOT NULL REFERENCES identity.players (id),
  -- The address that it was sent to: a code for an address that the player has left proves nothing.
  address text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX link_codes_of_player ON identity.link_codes (player_id, purpose);
CREATE INDEX link_codes_over ON identity.link_codes (expires_at);

-- What someone who is not signed in asked for by naming an address. The asking is all that the call does, so neither its words nor its
-- time tell whether the address is known; whoever reads that mailbox gets the answer.
CREATE TABLE identity.mail_requests (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('password-reset', 'registration', 'sign-in-approval')),
  email text NOT NULL,
  locale text NOT NULL,
  -- For a registration: the form, with the password hashed, until the mail is confirmed.
  registration jsonb,
  ip text NOT NULL,
  country text,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL,
  answered_at timestamptz,
  -- For a registration: what its link carries, hashed.
  code_hash bytea UNIQUE CHECK (length(code_hash) = 32),
  expires_at timestamptz NOT NULL,
  CHECK ((registration IS NOT NULL) = (kind = 'registration'))
);
CREATE INDEX mail_requests_open ON identity.mail_requests (created_at) WHERE answered_at IS NULL;
CREATE INDEX mail_requests_over ON identity.mail_requests (expires_at);

-- Ways in through other houses: which of their accounts is which player, and what of them was used already.
CREATE TABLE identity.social_identities (
  -- Id of the provider in the settings; the connections of one OpenID Connect issuer share it, as they share their subjects.
  provider text,
  subject text CHECK (length(subject) BETWEEN 1 AND 255),
  player_id uuid NOT NULL REFERENCES identity.players (id),
  -- What the provider said when it was linked; null where it names none.
  email text,
  linked_at timestamptz NOT NULL,
  PRIMARY KEY (provider, subject)
);
CREATE INDEX social_identities_of_player ON identity.social_identities (player_id);

-- What may be presented once, hashed: the state of a sign-in, the note that a provider signed.
CREATE TABLE identity.social_used (
  proof_hash bytea PRIMARY KEY CHECK (length(proof_hash) = 32),
  -- From then on it is refused for its age.
  expires_at timestamptz NOT NULL
);
CREATE INDEX social_used_over ON identity.social_used (expires_at);

-- Addresses and phones that accounts had before, as keyed digests: an excluded player does not register anew under one of them.
CREATE TABLE identity.former_contacts (
  contact_digest bytea CHECK (length(contact_digest) = 32),
  player_id uuid REFERENCES identity.players (id),
  left_at timestamptz NOT NULL,
  PRIMARY KEY (contact_digest, player_id)
);

-- One standing code per phone and reason; a new one replaces it. `tries` is raised before the code is compared.
CREATE TABLE identity.otps (
  phone text CHECK (phone ~ '^[0-9]{3,20}$'),
  reason text,
  -- 'player:' and an id, or 'guest:' and the digest of a block of addresses.
  holder text,
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  -- Raised before the code is compared: the holder's own, and those of guests from elsewhere, who may be the holder on another network.
  tries smallint NOT NULL DEFAULT 0,
  stranger_tries smallint NOT NULL DEFAULT 0,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (phone, reason, holder)
);
CREATE INDEX otps_over ON identity.otps (expires_at);

-- Security questions of players, with the answer as a hash.
CREATE TABLE identity.security_answers (
  player_id uuid PRIMARY KEY REFERENCES identity.players (id),
  question text NOT NULL CHECK (question ~ '^[A-Za-z0-9_-]{1,32}$'),
  answer_hash text NOT NULL,
  set_at timestamptz NOT NULL
);

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
  player_id uuid,
  -- HMAC-SHA-256 under a derived key.
  code_hash bytea CHECK (length(code_hash) = 32),
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

-- Players whose second factors an operator removed: until this time their withdrawals go to review.
CREATE TABLE credentials.removals (
  player_id uuid PRIMARY KEY,
  held_until timestamptz NOT NULL
);

-- Verification: documents that players hand in, the identity check of an outside provider, and the inbox of its notices.
CREATE SCHEMA verification;

CREATE TABLE verification.documents (
  -- Also the name under which the file is stored.
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('identity', 'address', 'payment', 'other')),
  -- As the player's device called it; shown, never used as a path.
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  -- What the file's own first bytes say, whatever the browser claimed.
  mime_type text NOT NULL,
  size integer NOT NULL CHECK (size > 0),
  -- 1 pending, 2 approved, 3 declined.
  status smallint NOT NULL DEFAULT 1 CHECK (status BETWEEN 1 AND 3),
  comment text,
  decided_at timestamptz,
  -- When the file was found missing; it is not shown until it is there again.
  lost_at timestamptz,
  created_at timestamptz NOT NULL,
  CHECK ((status = 1) = (decided_at IS NULL))
);
CREATE INDEX documents_of_player ON verification.documents (player_id, created_at DESC);
CREATE INDEX documents_pending ON verification.documents (created_at) WHERE status = 1;

CREATE TABLE verification.checks (
  player_id uuid PRIMARY KEY,
  partner text NOT NULL,
  -- The partner's own name for the player; null until it has told one.
  applicant_id text,
  status text NOT NULL DEFAULT 'none' CHECK (status IN ('none', 'pending', 'approved', 'retry', 'rejected')),
  comment text,
  -- The partner's clock at its last word: older words that come later change nothing.
  said_at timestamptz,
  begun_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- When to ask the partner by ourselves, should its notice have been lost.
  next_look_at timestamptz
);
CREATE INDEX checks_to_look_at ON verification.checks (next_look_at) WHERE next_look_at IS NOT NULL;

-- The inbox: a verified notice is stored, answered with 2xx, and only then worked on.
CREATE TABLE verification.notices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partner text NOT NULL,
  event_id text NOT NULL,
  body text NOT NULL,
  received_at timestamptz NOT NULL,
  next_attempt_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  processed_at timestamptz,
  outcome text,
  UNIQUE (partner, event_id)
);
CREATE INDEX notices_open ON verification.notices (next_attempt_at) WHERE processed_at IS NULL;
