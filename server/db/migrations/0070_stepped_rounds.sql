-- Rounds of several steps: between its stake and its result a round is played, act by act.
ALTER TABLE studio.rounds
  -- Staked by acts, in addition to `stake`.
  ADD COLUMN extra_stake bigint NOT NULL DEFAULT 0 CHECK (extra_stake >= 0),
  DROP CONSTRAINT rounds_state_check,
  -- playing: the stake is in, and the player acts next.
  ADD CONSTRAINT rounds_state_check CHECK (state IN ('betting', 'playing', 'accepted', 'settled', 'cancelling', 'cancelled'));

-- A player with wallets in several currencies has one open round in each.
DROP INDEX studio.rounds_in_flight;
CREATE UNIQUE INDEX rounds_in_flight ON studio.rounds (owner, game, currency) WHERE state IN ('betting', 'playing', 'accepted', 'cancelling');
DROP INDEX studio.rounds_due;
CREATE INDEX rounds_due ON studio.rounds (next_attempt_at) WHERE state IN ('betting', 'playing', 'accepted', 'cancelling') AND mode = 'real';

-- What the player did in a round. With the seeds it decides every step, so no secret state is stored.
CREATE TABLE studio.acts (
  round_id uuid NOT NULL REFERENCES studio.rounds (id) ON DELETE CASCADE,
  act_id uuid NOT NULL,
  -- Its place in the round, from 0; null once it was refused.
  place integer CHECK (place >= 0),
  act jsonb NOT NULL,
  extra_stake bigint NOT NULL DEFAULT 0 CHECK (extra_stake >= 0),
  -- Identifies the stake in the wallet's calls.
  stake_id uuid,
  -- betting: its stake may have been taken.
  state text NOT NULL CHECK (state IN ('betting', 'taken', 'cancelling', 'refused')),
  -- Why its stake was refused; a repeated act gets the same answer.
  refusal text,
  -- The launch under which it was staked, until the answer is known.
  token text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (round_id, act_id),
  UNIQUE (round_id, place),
  CHECK ((place IS NULL) = (state = 'refused')),
  CHECK ((refusal IS NOT NULL) = (state IN ('cancelling', 'refused'))),
  CHECK (extra_stake = 0 OR stake_id IS NOT NULL)
);
