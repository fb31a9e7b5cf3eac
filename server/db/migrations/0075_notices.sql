-- Messages about rewards and limits that are due: each thing once a player, decided when it is sent.
CREATE TABLE rewards.notices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('bonus-granted', 'bonus-expiring', 'quest-completed', 'tournament-started', 'limit-set', 'limit-removed')),
  -- What it is about: a bonus, free spins, a player's quest, a run of a tournament, the fact of a limit.
  subject text NOT NULL,
  -- The limit that was set or removed; null for anything else.
  terms jsonb,
  due_at timestamptz NOT NULL,
  settled_at timestamptz,
  outcome text CHECK (outcome IN ('sent', 'void')),
  UNIQUE (player_id, kind, subject),
  CHECK ((settled_at IS NULL) = (outcome IS NULL))
);
CREATE INDEX notices_due ON rewards.notices (due_at, id) WHERE settled_at IS NULL;
