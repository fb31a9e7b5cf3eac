-- What players staked and won with cash in each period, for cashback.
CREATE TABLE rewards.cashback_periods (
  player_id uuid NOT NULL,
  currency text NOT NULL,
  -- Monday 00:00 UTC.
  starts_at timestamptz NOT NULL,
  staked bigint NOT NULL CHECK (staked >= 0),
  won bigint NOT NULL CHECK (won >= 0),
  rounds integer NOT NULL CHECK (rounds > 0),
  -- Set when the period was settled: cash rewards deducted from the loss, and the cashback, 0 if there was none.
  settled_at timestamptz,
  rewards bigint,
  amount bigint,
  definition_version integer,
  PRIMARY KEY (player_id, currency, starts_at),
  CHECK ((settled_at IS NULL) = (amount IS NULL) AND (amount IS NULL) = (rewards IS NULL))
);
CREATE INDEX cashback_to_settle ON rewards.cashback_periods (starts_at, player_id) WHERE settled_at IS NULL;
