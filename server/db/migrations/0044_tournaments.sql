-- Tournaments: runs of a definition with frozen rules, and a score for each player and run.
CREATE TABLE rewards.tournament_runs (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  identity text NOT NULL UNIQUE CHECK (identity ~ '^[a-z0-9-]{1,80}$'),
  definition text NOT NULL,
  version integer NOT NULL,
  -- Frozen when the run is published. `data` has the whole definition; the columns are what scores are computed by.
  data jsonb NOT NULL,
  entry text NOT NULL CHECK (entry IN ('automatic', 'confirmed')),
  score_by text NOT NULL CHECK (score_by IN ('stake', 'rounds', 'multiplier', 'multipliers', 'net')),
  first_rounds integer CHECK ((score_by = 'multipliers') = (first_rounds IS NOT NULL)),
  -- In subunits of the base currency.
  min_stake bigint NOT NULL CHECK (min_stake >= 0),
  -- Null: all of them.
  games text[],
  currencies text[],
  counts_bonus_money boolean NOT NULL,
  counts_free_spins boolean NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > starts_at),
  hold_seconds integer NOT NULL CHECK (hold_seconds > 0),
  -- Cash prizes in subunits of the base currency: put aside at the start, paid or returned by the end.
  pool bigint NOT NULL CHECK (pool >= 0),
  returned bigint NOT NULL DEFAULT 0 CHECK (returned BETWEEN 0 AND pool),
  -- Units of each currency for one unit of the base currency, frozen at the start.
  rates jsonb,
  state text NOT NULL CHECK (state IN ('published', 'running', 'finalising', 'finished', 'cancelled')),
  ranked_at timestamptz,
  finished_at timestamptz,
  cancel_reason text CHECK ((state = 'cancelled') = (cancel_reason IS NOT NULL)),
  published_at timestamptz NOT NULL,
  CHECK (state IN ('published', 'cancelled') OR rates IS NOT NULL),
  CHECK ((state IN ('finished', 'cancelled')) = (finished_at IS NOT NULL))
);
CREATE INDEX tournament_runs_open ON rewards.tournament_runs (starts_at) WHERE state IN ('published', 'running', 'finalising');
CREATE INDEX tournament_runs_past ON rewards.tournament_runs (finished_at DESC) WHERE state IN ('finished', 'cancelled');

-- What was published is what is played and paid.
CREATE FUNCTION rewards.refuse_changed_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE'
    OR (NEW.identity, NEW.definition, NEW.version, NEW.data, NEW.entry, NEW.score_by, NEW.first_rounds, NEW.min_stake, NEW.games,
        NEW.currencies, NEW.counts_bonus_money, NEW.counts_free_spins, NEW.starts_at, NEW.ends_at, NEW.hold_seconds, NEW.pool)
      IS DISTINCT FROM (OLD.identity, OLD.definition, OLD.version, OLD.data, OLD.entry, OLD.score_by, OLD.first_rounds, OLD.min_stake, OLD.games,
        OLD.currencies, OLD.counts_bonus_money, OLD.counts_free_spins, OLD.starts_at, OLD.ends_at, OLD.hold_seconds, OLD.pool)
    OR OLD.rates IS DISTINCT FROM NEW.rates AND OLD.rates IS NOT NULL
    OR OLD.state IN ('finished', 'cancelled') AND NEW.state <> OLD.state THEN
    RAISE EXCEPTION 'the rules of a published tournament are never altered' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER unaltered BEFORE UPDATE OR DELETE ON rewards.tournament_runs FOR EACH ROW EXECUTE FUNCTION rewards.refuse_changed_run();

-- In a confirmed tournament a row exists from joining on, otherwise from the first round that counts.
CREATE TABLE rewards.tournament_scores (
  run_id integer NOT NULL REFERENCES rewards.tournament_runs,
  player_id uuid NOT NULL,
  -- By the run's `score_by`: subunits of the base currency, rounds, or hundredths of a multiplier.
  score bigint NOT NULL DEFAULT 0,
  -- The movement of the round that brought the score to its present value; of two equal scores the lower one is ahead.
  reached bigint NOT NULL DEFAULT 0,
  rounds integer NOT NULL DEFAULT 0 CHECK (rounds >= 0),
  -- Rounds settled by later movements count. Null where the entry is automatic.
  joined_after bigint,
  joined_at timestamptz,
  -- The account was closed before the run was ranked: no place.
  is_closed boolean NOT NULL DEFAULT false,
  -- Assigned when the run is ranked, to those who win a prize.
  place integer CHECK (place > 0),
  prize_status text CHECK (prize_status IN ('paid', 'due', 'void')),
  PRIMARY KEY (run_id, player_id),
  CHECK ((joined_after IS NULL) = (joined_at IS NULL)),
  CHECK (prize_status IS NULL OR place IS NOT NULL)
) WITH (fillfactor = 80);
CREATE INDEX tournament_leaderboard ON rewards.tournament_scores (run_id, score DESC, reached) INCLUDE (player_id) WHERE rounds > 0 AND NOT is_closed;
CREATE UNIQUE INDEX tournament_places ON rewards.tournament_scores (run_id, place) WHERE place IS NOT NULL;
CREATE INDEX tournament_scores_of_player ON rewards.tournament_scores (player_id, run_id DESC);
