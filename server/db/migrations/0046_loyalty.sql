-- Status points and levels. Points are counted in millionths, so that no stake is too small to count.

-- When the stake was taken, besides when the round was settled: the rate of the bet is the one of that moment.
CREATE OR REPLACE VIEW games.settled_rounds AS
  SELECT movement.id AS movement_id, movement.created_at AS settled_at, round.id AS round_id, round.studio, round.game_id,
    round.player_id, round.currency, round.stake, round.won, round.bonus_stake, round.free_stake, round.created_at AS bet_at
  FROM ledger.movements AS movement
  JOIN games.rounds AS round ON round.id = movement.reference_id AND round.studio = substr(movement.actor, length('studio:') + 1)
  WHERE movement.reference_kind = 'round' AND movement.actor LIKE 'studio:%' AND round.status = 'settled' AND round.last_movement_id = movement.id;

-- What a stake brought from which movement on: points by game, as published then. A replay counts every round by its own rule.
CREATE TABLE rewards.loyalty_rules (
  after_movement bigint PRIMARY KEY CHECK (after_movement >= 0),
  rule text NOT NULL,
  -- Movements up to here were counted by it.
  counted_to bigint NOT NULL CHECK (counted_to >= after_movement)
);

CREATE TABLE rewards.loyalty_accounts (
  player_id uuid PRIMARY KEY,
  -- All points ever earned: the consumer's sum, never reduced.
  earned bigint NOT NULL DEFAULT 0 CHECK (earned >= 0),
  -- Status points given up with levels. `earned - lost` decides about levels.
  lost bigint NOT NULL DEFAULT 0 CHECK (lost >= 0),
  level integer NOT NULL DEFAULT 1 CHECK (level >= 1),
  -- When it is next decided whether the level is kept; null at the first level.
  review_at timestamptz,
  version bigint NOT NULL DEFAULT 1
) WITH (fillfactor = 80);
CREATE INDEX loyalty_to_review ON rewards.loyalty_accounts (review_at) WHERE review_at IS NOT NULL;

-- Points by calendar month in UTC: what keeps a level.
CREATE TABLE rewards.loyalty_months (
  player_id uuid NOT NULL,
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  earned bigint NOT NULL CHECK (earned >= 0),
  PRIMARY KEY (player_id, month)
) WITH (fillfactor = 80);

-- The first time that a player reached a level, by the version of the ladder that was active: its rewards are granted once.
CREATE TABLE rewards.loyalty_rises (
  player_id uuid NOT NULL,
  level integer NOT NULL CHECK (level >= 2),
  version integer NOT NULL,
  reached_at timestamptz NOT NULL,
  granted_at timestamptz,
  PRIMARY KEY (player_id, level)
);
CREATE INDEX loyalty_to_grant ON rewards.loyalty_rises (reached_at) WHERE granted_at IS NULL;
