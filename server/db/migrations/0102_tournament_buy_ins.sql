-- Tournaments that are entered for a price: what players paid lies in the pool, and is refunded or paid out.
-- The name of the constraint depends on the order in which the table was written.
DO $$
DECLARE
  one text;
BEGIN
  FOR one IN SELECT conname FROM pg_constraint WHERE conrelid = 'rewards.tournament_runs'::regclass AND contype = 'c'
    AND (pg_get_constraintdef(oid) LIKE '%confirmed%' OR pg_get_constraintdef(oid) LIKE '%returned%')
  LOOP
    EXECUTE format('ALTER TABLE rewards.tournament_runs DROP CONSTRAINT %I', one);
  END LOOP;
END $$;
ALTER TABLE rewards.tournament_runs
  -- In subunits of the base currency: the price of an entry, and the operator's part of it.
  ADD COLUMN buy_in bigint CHECK (buy_in > 0),
  ADD COLUMN fee bigint CHECK (fee >= 0 AND fee < buy_in),
  -- With fewer entries at the start the run is cancelled.
  ADD COLUMN fewest_players integer CHECK (fewest_players >= 2),
  -- What the entries had paid at the start, and what was taken of it as fees when the run was ranked.
  ADD COLUMN collected bigint NOT NULL DEFAULT 0 CHECK (collected >= 0),
  ADD COLUMN fees bigint NOT NULL DEFAULT 0 CHECK (fees BETWEEN 0 AND collected),
  ADD CONSTRAINT tournament_runs_entry CHECK (entry IN ('automatic', 'confirmed', 'buy-in')),
  ADD CONSTRAINT tournament_runs_buy_in CHECK ((entry = 'buy-in') = (buy_in IS NOT NULL)
    AND (buy_in IS NULL) = (fee IS NULL) AND (buy_in IS NULL) = (fewest_players IS NULL)
    AND (buy_in IS NOT NULL OR collected = 0)),
  ADD CONSTRAINT tournament_runs_returned CHECK (returned BETWEEN 0 AND pool + collected - fees);

-- In subunits of the base currency: the share of the pool, set when the run is ranked. Null for other prizes.
ALTER TABLE rewards.tournament_scores ADD COLUMN prize_cash bigint
  CHECK (prize_cash IS NULL OR prize_cash > 0 AND place IS NOT NULL);

-- What a player paid to take part. A refunded entry stays on record; the player may enter again.
CREATE TABLE rewards.tournament_entries (
  id uuid PRIMARY KEY,
  run_id integer NOT NULL REFERENCES rewards.tournament_runs,
  player_id uuid NOT NULL,
  price bigint NOT NULL CHECK (price > 0),
  movement_id bigint NOT NULL UNIQUE,
  entered_at timestamptz NOT NULL,
  refunded_at timestamptz,
  refund_movement_id bigint UNIQUE,
  refund_reason text CHECK (refund_reason IN ('left', 'excluded', 'cancelled')),
  CHECK ((refunded_at IS NULL) = (refund_movement_id IS NULL) AND (refunded_at IS NULL) = (refund_reason IS NULL))
);
CREATE UNIQUE INDEX tournament_entries_open ON rewards.tournament_entries (run_id, player_id) WHERE refunded_at IS NULL;
CREATE INDEX tournament_entries_of_player ON rewards.tournament_entries (player_id, run_id DESC);

CREATE OR REPLACE FUNCTION rewards.refuse_changed_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE'
    OR (NEW.identity, NEW.definition, NEW.version, NEW.data, NEW.entry, NEW.score_by, NEW.first_rounds, NEW.best_rounds, NEW.multiplier_cap,
        NEW.min_stake, NEW.games, NEW.currencies, NEW.counts_bonus_money, NEW.counts_free_spins, NEW.starts_at, NEW.ends_at, NEW.hold_seconds, NEW.pool,
        NEW.buy_in, NEW.fee, NEW.fewest_players)
      IS DISTINCT FROM (OLD.identity, OLD.definition, OLD.version, OLD.data, OLD.entry, OLD.score_by, OLD.first_rounds, OLD.best_rounds, OLD.multiplier_cap,
        OLD.min_stake, OLD.games, OLD.currencies, OLD.counts_bonus_money, OLD.counts_free_spins, OLD.starts_at, OLD.ends_at, OLD.hold_seconds, OLD.pool,
        OLD.buy_in, OLD.fee, OLD.fewest_players)
    OR OLD.rates IS DISTINCT FROM NEW.rates AND OLD.rates IS NOT NULL
    OR OLD.collected <> NEW.collected AND OLD.state <> 'published'
    OR OLD.fees <> NEW.fees AND OLD.ranked_at IS NOT NULL
    OR OLD.state IN ('finished', 'cancelled') AND NEW.state <> OLD.state THEN
    RAISE EXCEPTION 'the rules of a published tournament are never altered' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
