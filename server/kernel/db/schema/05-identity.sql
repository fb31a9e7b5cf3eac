-- Players and their proof of identity: accounts, sessions, sign-in, second factors, and verification of documents.

-- Players, their sessions, the ways to sign in, and the audit log.
CREATE SCHEMA identity;

-- Normalises the spellings of one mailbox: `Ann.Lee+games@googlemail.com` is delivered to `annlee@gmail.com`. The part
-- after a `+` is a tag and is removed; dots are significant except at Gmail. Exclusions, blocks, closed accounts and
-- first bonuses compare mailboxes; mail is sent to the address as entered.
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
  -- The currency chosen at registration. The accounts themselves are in wallet.accounts.
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3,5}$'),
  locale text NOT NULL DEFAULT 'en',
  -- 1 active, 2 limited (no deposits), 3 blocked, 4 closed.
  status smallint NOT NULL DEFAULT 1 CHECK (status BETWEEN 1 AND 4),
  -- Argon2id in PHC format; null if the player signs in by other means only.
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
  -- When the address and the phone were confirmed; null while they are not.
  email_confirmed_at timestamptz,
  phone_confirmed_at timestamptz,
  -- Values of the profile fields without a column of their own: field id -> text.
  details jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(details) = 'object'),
  closed_at timestamptz,
  -- From this moment, names and birth date cannot be changed; null until the identity is verified.
  identity_verified_at timestamptz,
  -- Whether an earlier address of the account was confirmed: a proof of its owner that a change of address does not
  -- remove.
  had_confirmed_email boolean NOT NULL DEFAULT false,
  -- Consent to show the nickname to other players. Feeds identify the player of a round only if this was set at the
  -- time, so that they can show the name that the player allows now.
  shows_nickname boolean NOT NULL DEFAULT false,
  -- When the owner of the address took over an account that another person had registered with it. Destinations of
  -- earlier withdrawals are not trusted.
  owned_since timestamptz,
  -- Accounts of one mailbox belong to one player: an exclusion, a block or a closure of one applies to the others.
  -- Because anybody can register with an address, an account with an unconfirmed address does not affect one with a
  -- confirmed address.
  mailbox text GENERATED ALWAYS AS (identity.mailbox(email)) STORED
);
CREATE UNIQUE INDEX players_email ON identity.players (lower(email)) WHERE email IS NOT NULL;
CREATE UNIQUE INDEX players_phone ON identity.players (phone) WHERE phone IS NOT NULL;
CREATE INDEX players_by_address ON identity.players (lower(details ->> 'address'), lower(details ->> 'postalCode'))
  WHERE ((details ->> 'address') <> '') AND ((details ->> 'postalCode') <> '');
-- For the search of operators, by what a value begins with.
CREATE INDEX players_email_begins ON identity.players (lower(email) text_pattern_ops);
CREATE INDEX players_phone_begins ON identity.players (phone text_pattern_ops);
CREATE INDEX players_nickname_begins ON identity.players (lower(nickname) text_pattern_ops);
CREATE INDEX players_name_begins ON identity.players
  (lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) text_pattern_ops);
CREATE INDEX players_last_name_begins ON identity.players (lower(last_name) text_pattern_ops);
CREATE INDEX players_address_begins ON identity.players (lower(details ->> 'address') text_pattern_ops);
CREATE INDEX players_mailbox ON identity.players (mailbox) WHERE mailbox IS NOT NULL;

CREATE TABLE identity.sessions (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL REFERENCES identity.players (id),
  -- Incremented by each refresh. Tokens of the previous generation are accepted for a short time, older ones never.
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
  -- When the player last passed a step-up in this session.
  stepped_up_at timestamptz,
  -- The player's last action: a call that changes something, or a bet, but not a refresh of the token. A session
  -- without a recent action cannot move money.
  active_at timestamptz NOT NULL DEFAULT now(),
  -- When the player last returned after the idle time. A step-up after this moment permits moving money again.
  idled_at timestamptz,
  -- The country of the latest use. A session opened in a permitted country may be carried into a restricted one.
  seen_country text,
  -- The idle time of the player's policy at the time of sign-in.
  idle_minutes smallint NOT NULL DEFAULT 30 CHECK (idle_minutes BETWEEN 5 AND 30),
  -- First use of a token of the current generation. Until shortly afterwards the previous token is accepted too,
  -- because the response with its successor may have been lost.
  generation_used_at timestamptz,
  CHECK ((closed_at IS NULL) = (close_reason IS NULL))
);
CREATE INDEX sessions_open ON identity.sessions (player_id, last_used_at DESC) WHERE closed_at IS NULL;
CREATE INDEX sessions_of_player ON identity.sessions (player_id, created_at DESC);
-- Counts the players who share a fingerprint: a common one identifies a model of device, not a device.
CREATE INDEX sessions_by_fingerprint ON identity.sessions (fingerprint, player_id) WHERE fingerprint IS NOT NULL;

-- Counters of rate limits for sign-in and registration. They are stored so that they survive a restart and apply across
-- processes.
CREATE TABLE identity.attempts (
  key text PRIMARY KEY,
  count integer NOT NULL,
  resets_at timestamptz NOT NULL
);
CREATE INDEX attempts_over ON identity.attempts (resets_at);

-- The audit log: security-relevant actions of players, operators, partners and the system.
-- `transaction_id` precedes `id` for the same reason as in outbox.events: a range of ids is sealed once no running
-- transaction can still add to it.
CREATE TABLE identity.audit (
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  player_id uuid,
  session_id uuid,
  -- registered, signed-in, sign-in-refused, signed-out, session-closed, token-reused, profile-changed.
  action text NOT NULL,
  -- Where it came from: these three, and `fingerprint` in the detail, are removed when their retention ends.
  ip text NOT NULL,
  country text,
  user_agent text NOT NULL,
  detail jsonb NOT NULL,
  -- player:<id>, operator:<name>, partner:<name>, system:<job> or guest.
  actor text,
  -- The digest of where it came from, with a salt that is removed together with it. Seals cover only the digest.
  origin bytea NOT NULL DEFAULT '',
  origin_salt uuid
);
CREATE INDEX audit_of_player ON identity.audit (player_id, id DESC);
-- For the timeline of a player.
CREATE INDEX audit_by_time ON identity.audit (player_id, at DESC, id DESC) WHERE action <> 'operator-called';
-- Finds an earlier revocation when an operator repeats the command.
CREATE INDEX audit_revocations ON identity.audit ((detail ->> 'id')) WHERE action = 'reward-revoked';

CREATE FUNCTION identity.audit_origin(salt uuid, ip text, country text, user_agent text, detail jsonb) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog AS $$
  SELECT sha256(convert_to(jsonb_build_array(salt, ip, country, user_agent, detail -> 'fingerprint')::text, 'UTF8'))
$$;
CREATE FUNCTION identity.digest_audit_origin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.origin_salt := gen_random_uuid();
  NEW.origin := identity.audit_origin(NEW.origin_salt, NEW.ip, NEW.country, NEW.user_agent, NEW.detail);
  RETURN NEW;
END $$;
CREATE TRIGGER audit_origin BEFORE INSERT ON identity.audit
  FOR EACH ROW EXECUTE FUNCTION identity.digest_audit_origin();

-- Entries are kept for ten years. Only where they came from may be removed earlier.
CREATE FUNCTION identity.refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  removed constant text[] := '{ip,country,user_agent,origin_salt,detail}';
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.at < now() - interval '10 years' THEN RETURN OLD; END IF;
  ELSIF TG_OP = 'UPDATE' THEN
    IF NEW.ip = '' AND NEW.country IS NULL AND NEW.user_agent = '' AND NEW.origin_salt IS NULL
      AND NEW.detail = OLD.detail - 'fingerprint' AND to_jsonb(NEW) - removed = to_jsonb(OLD) - removed THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
CREATE TRIGGER audit_is_append_only BEFORE DELETE OR UPDATE ON identity.audit
  FOR EACH ROW EXECUTE FUNCTION identity.refuse_audit_change();
CREATE TRIGGER audit_is_not_emptied BEFORE TRUNCATE ON identity.audit
  FOR EACH STATEMENT EXECUTE FUNCTION identity.refuse_audit_change();

-- Ranges of the audit log that cannot change unseen any more: each seal covers its entries and the seal before it.
CREATE TABLE identity.audit_seals (
  number integer PRIMARY KEY,
  -- The first and last id of the range.
  first_id bigint NOT NULL,
  last_id bigint NOT NULL,
  entries integer NOT NULL,
  -- The digest of the entries.
  content bytea NOT NULL,
  -- The digest of the previous seal's digest and the columns above.
  digest bytea NOT NULL,
  sealed_at timestamptz NOT NULL,
  -- When it was removed where the entries came from, and when the entries themselves were.
  origins_removed_at timestamptz,
  entries_removed_at timestamptz,
  CHECK (first_id <= last_id)
);

-- Hashes of the single-use codes in mailed links. A used or expired code is not accepted.
CREATE TABLE identity.link_codes (
  code_hash bytea PRIMARY KEY CHECK (length(code_hash) = 32),
  -- email-confirmation, password-reset, autologin.
  purpose text NOT NULL,
  player_id uuid NOT NULL REFERENCES identity.players (id),
  -- The address that the code was sent to. The code is void if the player's address has changed.
  address text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX link_codes_of_player ON identity.link_codes (player_id, purpose);
CREATE INDEX link_codes_over ON identity.link_codes (expires_at);

-- Requests of visitors who enter an address. The call only stores the request, so that neither its response nor its
-- duration reveals whether the address is known. The answer goes to the mailbox.
CREATE TABLE identity.mail_requests (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('password-reset', 'registration', 'sign-in-approval')),
  email text NOT NULL,
  locale text NOT NULL,
  -- For a registration: the form, with the password hashed, until the address is confirmed.
  registration jsonb,
  ip text NOT NULL,
  country text,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL,
  answered_at timestamptz,
  -- For a registration: the hash of the code in the link.
  code_hash bytea UNIQUE CHECK (length(code_hash) = 32),
  expires_at timestamptz NOT NULL,
  CHECK ((registration IS NOT NULL) = (kind = 'registration'))
);
CREATE INDEX mail_requests_open ON identity.mail_requests (created_at) WHERE answered_at IS NULL;
CREATE INDEX mail_requests_over ON identity.mail_requests (expires_at);

-- Accounts at social sign-in providers that players have linked.
CREATE TABLE identity.social_identities (
  -- The provider's id in the settings. Connections of one OpenID Connect issuer share it, because they share subjects.
  provider text,
  subject text CHECK (length(subject) BETWEEN 1 AND 255),
  player_id uuid NOT NULL REFERENCES identity.players (id),
  -- The address that the provider stated when the account was linked; null if it stated none.
  email text,
  linked_at timestamptz NOT NULL,
  PRIMARY KEY (provider, subject)
);
CREATE INDEX social_identities_of_player ON identity.social_identities (player_id);

-- Hashes of single-use proofs that were already used: the state of a sign-in, and tokens signed by a provider.
CREATE TABLE identity.social_used (
  proof_hash bytea PRIMARY KEY CHECK (length(proof_hash) = 32),
  -- From this time the proof is refused as expired, so the row is no longer needed.
  expires_at timestamptz NOT NULL
);
CREATE INDEX social_used_over ON identity.social_used (expires_at);

-- Keyed digests of former addresses and phones of accounts, so that an excluded player cannot register again with one.
CREATE TABLE identity.former_contacts (
  contact_digest bytea CHECK (length(contact_digest) = 32),
  player_id uuid REFERENCES identity.players (id),
  left_at timestamptz NOT NULL,
  PRIMARY KEY (contact_digest, player_id)
);

-- One-time codes by text message: one valid code for each phone, reason and holder, which a new one replaces.
CREATE TABLE identity.otps (
  phone text CHECK (phone ~ '^[0-9]{3,20}$'),
  reason text,
  -- player:<id>, or guest: and the digest of a block of IP addresses.
  holder text,
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  -- Attempts by the holder, and by guests at other addresses, who may be the holder on another network. Both are
  -- incremented before the code is compared.
  tries smallint NOT NULL DEFAULT 0,
  stranger_tries smallint NOT NULL DEFAULT 0,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (phone, reason, holder)
);
CREATE INDEX otps_over ON identity.otps (expires_at);

-- Security questions of players, with hashed answers.
CREATE TABLE identity.security_answers (
  player_id uuid PRIMARY KEY REFERENCES identity.players (id),
  question text NOT NULL CHECK (question ~ '^[A-Za-z0-9_-]{1,32}$'),
  answer_hash text NOT NULL,
  set_at timestamptz NOT NULL
);

-- Second factors and passkeys: authenticator apps, recovery codes, passkeys and their challenges.
CREATE SCHEMA credentials;

CREATE TABLE credentials.totps (
  player_id uuid PRIMARY KEY,
  -- AES-256-GCM under a key derived from SECRET, bound to the player: nonce, ciphertext, tag.
  secret bytea NOT NULL,
  created_at timestamptz NOT NULL,
  -- Null until the player has entered a first code.
  enabled_at timestamptz,
  -- The time step of the last accepted code. Codes of this step and earlier ones are refused, so that each is used
  -- once.
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
  -- The credential id of WebAuthn in base64url.
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- The signature counter that the authenticator reports; always 0 if it does not count.
  counter bigint NOT NULL CHECK (counter >= 0),
  -- Comma-separated, as reported by the browser.
  transports text NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_of_player ON credentials.passkeys (player_id, created_at);

-- Challenges that authenticators were asked to sign. The first use deletes the row.
CREATE TABLE credentials.challenges (
  challenge text PRIMARY KEY,
  -- registration, step-up, sign-in.
  purpose text NOT NULL,
  player_id uuid,
  expires_at timestamptz NOT NULL
);
CREATE INDEX challenges_over ON credentials.challenges (expires_at);

-- Players whose second factors an operator removed. Their withdrawals go to review until `held_until`.
CREATE TABLE credentials.removals (
  player_id uuid PRIMARY KEY,
  held_until timestamptz NOT NULL
);

-- Verification of identity: documents that players upload, checks by an outside provider, and the inbox of its notices.
CREATE SCHEMA verification;

-- The store of documents that this database belongs to.
CREATE TABLE verification.store (
  is_only boolean DEFAULT true PRIMARY KEY CHECK (is_only),
  -- The text in the store's file `.fairhouse-documents`.
  mark text NOT NULL,
  since timestamptz NOT NULL
);

CREATE TABLE verification.documents (
  -- Also the name under which the file is stored.
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('identity', 'address', 'funds', 'payment', 'other')),
  -- The file name on the player's device; shown, never used as a path.
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  -- The type detected from the first bytes of the file, regardless of the type that the browser stated.
  mime_type text NOT NULL,
  size integer NOT NULL CHECK (size > 0),
  -- 1 pending, 2 approved, 3 declined.
  status smallint NOT NULL DEFAULT 1 CHECK (status BETWEEN 1 AND 3),
  comment text,
  decided_at timestamptz,
  -- The name of the operator.
  decided_by text,
  -- When the file was found missing from the store; the document is not shown until the file is back.
  lost_at timestamptz,
  created_at timestamptz NOT NULL,
  CHECK ((status = 1) = (decided_at IS NULL))
);
CREATE INDEX documents_of_player ON verification.documents (player_id, created_at DESC);
CREATE INDEX documents_pending ON verification.documents (created_at) WHERE status = 1;

CREATE TABLE verification.checks (
  player_id uuid PRIMARY KEY,
  partner text NOT NULL,
  -- The partner's id of the player; null until the partner has assigned one.
  applicant_id text,
  status text NOT NULL DEFAULT 'none' CHECK (status IN ('none', 'pending', 'approved', 'retry', 'rejected')),
  comment text,
  -- The partner's time of its latest report. Older reports that arrive later are ignored.
  said_at timestamptz,
  begun_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- When to query the partner, in case its notice was lost.
  next_look_at timestamptz
);
CREATE INDEX checks_to_look_at ON verification.checks (next_look_at) WHERE next_look_at IS NOT NULL;

-- The inbox: a verified notice is stored, acknowledged with 2xx, and processed afterwards.
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
