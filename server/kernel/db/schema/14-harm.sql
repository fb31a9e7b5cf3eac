-- Early signs of harm: sums of each player's play, markers that rules found, and decisions of operators about them.
CREATE SCHEMA harm;

-- Sums for each UTC day. Money is in cents of the base currency at the rate of its time; withdrawals are negative.
CREATE TABLE harm.tallies (
  player_id uuid,
  day date,
  measure text,
  amount bigint NOT NULL,
  PRIMARY KEY (player_id, day, measure)
);

-- Distinct values for each UTC day: intervals of ten minutes with a stake, days with play, payment methods.
CREATE TABLE harm.marks (
  player_id uuid,
  day date,
  measure text,
  mark text,
  PRIMARY KEY (player_id, day, measure, mark)
);

-- Markers: findings of rules, at most one for each player, rule and day.
CREATE TABLE harm.markers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id uuid NOT NULL,
  rule text NOT NULL,
  indicator text NOT NULL,
  measure text NOT NULL,
  level text NOT NULL CHECK (level IN ('notice', 'strong')),
  definition_version integer NOT NULL,
  -- The amount counted in `days` days up to `day`, and the threshold that it reached.
  day date NOT NULL,
  days integer NOT NULL CHECK (days > 0),
  counted bigint NOT NULL,
  threshold bigint NOT NULL,
  raised_at timestamptz NOT NULL,
  -- When the player was informed and, for a strong marker, a forced break started.
  acted_at timestamptz,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'upheld', 'dismissed')),
  contested_at timestamptz,
  contest text CHECK (char_length(contest) BETWEEN 1 AND 1000),
  decided_at timestamptz,
  decided_by text,
  comment text,
  CHECK ((state = 'open') = (decided_at IS NULL)),
  CHECK ((contested_at IS NULL) = (contest IS NULL)),
  UNIQUE (player_id, rule, day)
);
CREATE INDEX markers_to_act_on ON harm.markers (raised_at) WHERE acted_at IS NULL;
CREATE INDEX markers_to_decide ON harm.markers (raised_at) WHERE state = 'open';
