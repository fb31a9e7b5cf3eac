-- Free spins whose wins become bonus money once the spins are over.
ALTER TABLE bonuses.player_freespins
  ADD COLUMN wins_as_bonus boolean NOT NULL DEFAULT false,
  -- Set aside so far, and how much of it was credited as bonus money or forfeited.
  ADD COLUMN won bigint NOT NULL DEFAULT 0 CHECK (won >= 0),
  ADD COLUMN wins_settled bigint NOT NULL DEFAULT 0 CHECK (wins_settled BETWEEN 0 AND won),
  ADD COLUMN wins_forfeited boolean NOT NULL DEFAULT false,
  -- The highest stake of the bonus, at the rate of the grant.
  ADD COLUMN wins_max_bet bigint CHECK (wins_max_bet > 0),
  -- The bonus of bonuses.player_bonuses that the wins became.
  ADD COLUMN wins_bonus_id uuid UNIQUE,
  -- When the wins are looked at next.
  ADD COLUMN wins_due_at timestamptz NOT NULL DEFAULT 'epoch',
  ADD CHECK (wins_as_bonus OR won = 0);
CREATE INDEX player_freespins_wins ON bonuses.player_freespins (wins_due_at) WHERE status = 3 AND won > wins_settled;

-- The free spins that the first free bet of the round was taken from.
ALTER TABLE games.rounds ADD COLUMN freespin_id uuid;
CREATE INDEX rounds_of_freespins ON games.rounds (freespin_id) WHERE freespin_id IS NOT NULL;
