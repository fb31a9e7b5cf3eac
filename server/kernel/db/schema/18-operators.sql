-- Operators with their permissions. Each has a key of their own, of which only a digest is stored.
CREATE SCHEMA operators;

CREATE TABLE operators.operators (
  id uuid PRIMARY KEY,
  name text NOT NULL UNIQUE,
  key_hash bytea NOT NULL UNIQUE,
  permissions text[] NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz
);
