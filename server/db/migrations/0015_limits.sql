-- What players forbid themselves, and the deposits that count towards it.
CREATE SCHEMA limits;

-- One row a player: rules over sums lock it, so that of many deposits at once each sees the others.
CREATE TABLE limits.players (
  player_id uuid PRIMARY KEY
);

CREATE TABLE limits.limits (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL REFERENCES limits.players,
  -- 1 bet, 2 loss, 3 deposit, 4 self-exclusion, 5 cooling-off.
  definition smallint NOT NULL CHECK (definition BETWEEN 1 AND 5),
  period text NOT NULL,
  amount bigint CHECK (amount > 0),
  currency text CHECK (currency ~ '^[A-Z]{3,5}$'),
  -- Its periods are counted from here.
  created_at timestamptz NOT NULL,
  -- A break or an exclusion ends then.
  ends_at timestamptz,
  -- Asked for, not in force: a higher amount, or none at all. The row's own amount stays in force.
  pending_amount bigint CHECK (pending_amount > 0),
  pending_period text,
  pending_since timestamptz,
  removed_at timestamptz,
  CHECK ((definition <= 3) = (amount IS NOT NULL AND currency IS NOT NULL AND ends_at IS NULL)),
  CHECK ((definition >= 4) = (ends_at IS NOT NULL))
);
CREATE UNIQUE INDEX limits_one_of_a_kind ON limits.limits (player_id, definition, period, currency) WHERE removed_at IS NULL AND definition <= 3;
CREATE INDEX limits_of_player ON limits.limits (player_id) WHERE removed_at IS NULL;

-- Deposits under way and done: gross, one row an invoice. One that came to nothing is taken out of the count.
CREATE TABLE limits.deposits (
  invoice_id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  currency text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  at timestamptz NOT NULL,
  is_credited boolean NOT NULL DEFAULT false,
  released_at timestamptz
);
CREATE INDEX deposits_counted ON limits.deposits (player_id, at) WHERE released_at IS NULL;
