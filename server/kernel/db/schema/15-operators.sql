-- Operators: their sign-in, sessions and tokens.
CREATE SCHEMA operators;

CREATE TABLE operators.operators (
  id uuid PRIMARY KEY,
  -- Never reused, because the audit log identifies operators by name.
  name text NOT NULL UNIQUE,
  -- Identities of role definitions.
  roles text[] NOT NULL DEFAULT '{}',
  -- When the invitation was accepted; null before, and again after a new invitation.
  enrolled_at timestamptz,
  -- With the authenticator; null for whoever signs in only with passkeys.
  password_hash text,
  -- The encrypted key of the authenticator; set when the invitation is first opened.
  authenticator_key bytea,
  -- The time step of the last accepted code, so that each code is accepted once.
  authenticator_step bigint NOT NULL DEFAULT 0,
  -- The digest of the open invitation.
  invitation_hash bytea UNIQUE,
  invited_until timestamptz,
  -- Of the last invitation: who could have kept the link, and so cannot have this operator as a second person.
  invited_by uuid REFERENCES operators.operators (id),
  created_at timestamptz NOT NULL,
  ended_at timestamptz
);

CREATE TABLE operators.sessions (
  id uuid PRIMARY KEY,
  operator_id uuid NOT NULL REFERENCES operators.operators (id),
  -- The digest of the cookie, or of the token.
  token_hash bytea NOT NULL UNIQUE,
  -- Of a token for the command line; null for a session of a browser.
  token_name text,
  address text NOT NULL,
  device text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Time of the last call, to the minute.
  active_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- When a code was last entered to change rights.
  stepped_up_at timestamptz,
  ended_at timestamptz
);
CREATE INDEX sessions_of_operator ON operators.sessions (operator_id) WHERE ended_at IS NULL;

-- Passkeys with which an operator signs in and steps up; each verifies its user and so counts as both factors.
CREATE TABLE operators.passkeys (
  id uuid PRIMARY KEY,
  operator_id uuid NOT NULL REFERENCES operators.operators (id),
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
CREATE INDEX passkeys_of_operator ON operators.passkeys (operator_id, created_at);

-- Challenges that authenticators were asked to sign. The first use deletes the row.
CREATE TABLE operators.challenges (
  challenge text PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('registration', 'step-up', 'sign-in', 'enrolment')),
  -- The digest of the token that has to come with the answer: of the session, the invitation or the attempt to sign in.
  token_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX challenges_over ON operators.challenges (expires_at);

-- Acts that one operator asks for and another one approves. Only their end is ever written to a row again.
CREATE TABLE operators.requests (
  id uuid PRIMARY KEY,
  -- Method and path.
  endpoint text NOT NULL,
  -- Path, query and body, as they were sent.
  input jsonb NOT NULL,
  -- What it is about, in words, and what that was: an approval requires that it is still the same.
  subject text NOT NULL,
  version text NOT NULL,
  player_id uuid,
  asked_by uuid NOT NULL REFERENCES operators.operators (id),
  reason text,
  asked_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- When whoever asked may carry it out alone; null if somebody else can approve it.
  alone_from timestamptz,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done', 'refused', 'withdrawn')),
  decided_by uuid REFERENCES operators.operators (id),
  decided_at timestamptz,
  -- The reason of a refusal.
  note text,
  CHECK ((state = 'open') = (decided_at IS NULL) AND (state = 'open') = (decided_by IS NULL)),
  CHECK (state <> 'done' OR decided_by <> asked_by OR alone_from <= decided_at)
);
CREATE INDEX requests_open ON operators.requests (asked_at, id) WHERE state = 'open';
CREATE INDEX requests_ended ON operators.requests (asked_at DESC, id DESC);

CREATE FUNCTION operators.refuse_request_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.state = 'open' AND to_jsonb(OLD) - '{state,decided_by,decided_at,note}'::text[]
    = to_jsonb(NEW) - '{state,decided_by,decided_at,note}'::text[] THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'a request of an operator does not change, and ends once';
END $$;
CREATE TRIGGER requests_are_immutable BEFORE UPDATE OR DELETE ON operators.requests
  FOR EACH ROW EXECUTE FUNCTION operators.refuse_request_change();

-- Tags that operators give to players; accounts with the tag `test` are in no report.
CREATE TABLE operators.tags (
  player_id uuid,
  tag text CHECK (tag ~ '^[a-z0-9-]{1,32}$'),
  added_by text NOT NULL,
  added_at timestamptz NOT NULL,
  PRIMARY KEY (player_id, tag)
);

-- Which object of a queue an operator is looking at, for others to see. It guards nothing.
CREATE TABLE operators.claims (
  kind text,
  -- The id of the object.
  subject text,
  operator_id uuid NOT NULL REFERENCES operators.operators (id),
  until timestamptz NOT NULL,
  PRIMARY KEY (kind, subject)
);

-- What operators write down about a player for one another. A note is never edited or deleted, only withdrawn.
CREATE TABLE operators.notes (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
  author text NOT NULL,
  written_at timestamptz NOT NULL,
  withdrawn_by text,
  withdrawn_at timestamptz,
  reason text,
  CHECK ((withdrawn_at IS NULL) = (withdrawn_by IS NULL) AND (withdrawn_at IS NULL) = (reason IS NULL))
);
CREATE INDEX notes_of_player ON operators.notes (player_id, written_at DESC, id DESC);
