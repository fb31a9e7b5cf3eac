-- Equalised scores, and prizes that wait for the end of an exclusion.
-- Their names depend on the order in which the table was written.
DO $$
DECLARE
  one text;
BEGIN
  FOR one IN SELECT conname FROM pg_constraint WHERE conrelid = 'rewards.tournament_runs'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%multipliers%'
  LOOP
    EXECUTE format('ALTER TABLE rewards.tournament_runs DROP CONSTRAINT %I', one);
  END LOOP;
END $$;
ALTER TABLE rewards.tournament_runs
  -- How many of the first rounds count, and the highest multiplier that one counts with, in hundredths.
  ADD COLUMN best_rounds integer,
  ADD COLUMN multiplier_cap bigint CHECK (multiplier_cap > 0),
  ADD CONSTRAINT tournament_runs_scores CHECK (score_by IN ('stake', 'rounds', 'multiplier', 'multipliers', 'equalised', 'net')),
  ADD CONSTRAINT tournament_runs_first CHECK ((score_by IN ('multipliers', 'equalised')) = (first_rounds IS NOT NULL)),
  ADD CONSTRAINT tournament_runs_best CHECK ((score_by = 'equalised') = (best_rounds IS NOT NULL) AND best_rounds BETWEEN 1 AND first_rounds),
  ADD CONSTRAINT tournament_runs_cap CHECK ((score_by = 'equalised') = (multiplier_cap IS NOT NULL));

-- The best rounds of an equalised score so far, the highest first, in hundredths.
ALTER TABLE rewards.tournament_scores ADD COLUMN best bigint[];
CREATE INDEX tournament_prizes_due ON rewards.tournament_scores (run_id) WHERE prize_status = 'due';

CREATE OR REPLACE FUNCTION rewards.refuse_changed_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE'
    OR (NEW.identity, NEW.definition, NEW.version, NEW.data, NEW.entry, NEW.score_by, NEW.first_rounds, NEW.best_rounds, NEW.multiplier_cap,
        NEW.min_stake, NEW.games, NEW.currencies, NEW.counts_bonus_money, NEW.counts_free_spins, NEW.starts_at, NEW.ends_at, NEW.hold_seconds, NEW.pool)
      IS DISTINCT FROM (OLD.identity, OLD.definition, OLD.version, OLD.data, OLD.entry, OLD.score_by, OLD.first_rounds, OLD.best_rounds, OLD.multiplier_cap,
        OLD.min_stake, OLD.games, OLD.currencies, OLD.counts_bonus_money, OLD.counts_free_spins, OLD.starts_at, OLD.ends_at, OLD.hold_seconds, OLD.pool)
    OR OLD.rates IS DISTINCT FROM NEW.rates AND OLD.rates IS NOT NULL
    OR OLD.state IN ('finished', 'cancelled') AND NEW.state <> OLD.state THEN
    RAISE EXCEPTION 'the rules of a published tournament are never altered' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
