-- Addresses that players keep for withdrawals, by name. `destination` is that of a withdrawal to there.
CREATE TABLE payments.addresses (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  player_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  method text NOT NULL,
  currency text NOT NULL,
  network text,
  fields jsonb NOT NULL,
  destination text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (player_id, destination)
);
