-- Markers of harm: what is counted of each player, what was noticed, and what a person decided about it.
CREATE SCHEMA harm;

-- Sums per UTC day. Money is in cents of the base currency, at the rate of its time; withdrawals are negative.
CREATE TABLE harm.tallies (
  player_id uuid,
  day date,
  measure text,
  amount bigint NOT NULL,
  PRIMARY KEY (player_id, day, measure)
);

-- Distinct things per UTC day: stretches of ten minutes with a stake, days with play, payment methods.
CREATE TABLE harm.marks (
  player_id uuid,
  day date,
  measure text,
  mark text,
  PRIMARY KEY (player_id, day, measure, mark)
);

CREATE TABLE harm.markers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id uuid NOT NULL,
  rule text NOT NULL,
  indicator text NOT NULL,
  measure text NOT NULL,
  level text NOT NULL CHECK (level IN ('notice', 'strong')),
  definition_version integer NOT NULL,
  -- What was counted in so many days up to this one, and the threshold that it reached.
  day date NOT NULL,
  days integer NOT NULL CHECK (days > 0),
  counted bigint NOT NULL,
  threshold bigint NOT NULL,
  raised_at timestamptz NOT NULL,
  -- When the player was told, and protected where the marker is strong.
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
