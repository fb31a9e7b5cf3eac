-- Rounds that a studio closed with a bet, because it was lost. They stay open for a short while, in which the bet can
-- still be rolled back, and are then settled without a win.
CREATE TABLE studios.closing_rounds (
  studio text NOT NULL,
  round_id text NOT NULL,
  game_id text NOT NULL,
  player_id uuid NOT NULL,
  currency text NOT NULL,
  close_at timestamptz NOT NULL,
  PRIMARY KEY (studio, round_id)
);
CREATE INDEX closing_rounds_due ON studios.closing_rounds (close_at);

-- Free spins of players in games of outside studios, as they stand at the studio.
CREATE TABLE studios.free_rounds (
  -- The free spins, and the reward's id at the studio.
  id uuid PRIMARY KEY,
  studio text NOT NULL,
  player_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('created', 'cancelled', 'finished')),
  -- As the studio reported at the end; null until then.
  used integer CHECK (used >= 0),
  won bigint CHECK (won >= 0),
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE INDEX free_rounds_open ON studios.free_rounds (studio) WHERE state = 'created';
