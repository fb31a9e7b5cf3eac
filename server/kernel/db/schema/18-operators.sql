-- Operators: their keys for the command line, and their sign-in and sessions at the desk.
CREATE SCHEMA operators;

CREATE TABLE operators.operators (
  id uuid PRIMARY KEY,
  -- Never used again, because the audit log names operators.
  name text NOT NULL UNIQUE,
  -- The digest of the key for the command line; null for whoever has none.
  key_hash bytea UNIQUE,
  -- For the command line: first words of commands.
  permissions text[] NOT NULL DEFAULT '{}',
  -- For the desk: identities of role definitions.
  roles text[] NOT NULL DEFAULT '{}',
  -- Null until an invitation is accepted, and again from the next one on.
  password_hash text,
  -- The encrypted key of the authenticator, from the first reading of an invitation on.
  authenticator_key bytea,
  -- The time step of the last accepted code: a code is accepted once.
  authenticator_step bigint NOT NULL DEFAULT 0,
  -- The digest of the open invitation.
  invitation_hash bytea UNIQUE,
  invited_until timestamptz,
  created_at timestamptz NOT NULL,
  ended_at timestamptz
);

CREATE TABLE operators.sessions (
  id uuid PRIMARY KEY,
  operator_id uuid NOT NULL REFERENCES operators.operators (id),
  -- The digest of the cookie.
  token_hash bytea NOT NULL UNIQUE,
  address text NOT NULL,
  device text NOT NULL,
  created_at timestamptz NOT NULL,
  -- The last call, to within a minute.
  active_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- The last code that was entered to change rights.
  stepped_up_at timestamptz,
  ended_at timestamptz
);
CREATE INDEX sessions_of_operator ON operators.sessions (operator_id) WHERE ended_at IS NULL;
