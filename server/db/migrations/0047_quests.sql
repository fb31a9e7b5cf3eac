-- A quest that a player has started, with the terms of the version that was accepted: tasks and rewards in one currency.
CREATE TABLE rewards.player_quests (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  identity text NOT NULL,
  version integer NOT NULL,
  -- Numbers the times that the player has started it, from 1.
  run integer NOT NULL CHECK (run > 0),
  currency text NOT NULL,
  -- 2 active, 3 completed, 4 cancelled, 5 its own time is over, 6 the quest has ended.
  state smallint NOT NULL CHECK (state BETWEEN 2 AND 6),
  in_sequence boolean NOT NULL,
  -- By the clock of the database, as movements and facts are. Only what came after both the time and the ids counts.
  begun_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  after_movement bigint NOT NULL,
  after_fact bigint NOT NULL,
  activated_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  expires_as smallint NOT NULL CHECK (expires_as IN (5, 6)),
  finished_at timestamptz CHECK ((state = 2) = (finished_at IS NULL)),
  rewards jsonb NOT NULL,
  -- Otherwise the player claims the reward.
  is_automatic boolean NOT NULL,
  reward_state text NOT NULL CHECK (reward_state IN ('locked', 'earned', 'granted')),
  CHECK ((state = 3) = (reward_state <> 'locked')),
  -- Rises with every change, over all times that the player starts it: the newest push wins.
  revision integer NOT NULL,
  UNIQUE (player_id, identity, run)
);
CREATE UNIQUE INDEX player_quests_one_active ON rewards.player_quests (player_id, identity) WHERE state = 2;
CREATE INDEX player_quests_to_expire ON rewards.player_quests (expires_at) WHERE state = 2;
CREATE INDEX player_quests_to_grant ON rewards.player_quests (finished_at) WHERE reward_state = 'earned' AND is_automatic;
CREATE INDEX player_quests_of_definition ON rewards.player_quests (identity, version);

CREATE TABLE rewards.player_quest_tasks (
  player_quest_id uuid NOT NULL,
  position smallint NOT NULL CHECK (position >= 0),
  type text NOT NULL CHECK (type IN ('stake', 'rounds', 'multiplier', 'games', 'days', 'deposit', 'verification', 'limit')),
  -- Subunits for amounts, otherwise a count.
  quantity bigint NOT NULL CHECK (quantity > 0),
  multiplier numeric CHECK ((type = 'multiplier') = (multiplier IS NOT NULL)),
  min_stake bigint CHECK (min_stake > 0),
  games text[],
  -- In millionths: stakes in other currencies are not whole subunits.
  progress bigint NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND quantity * 1000000),
  -- The games or the last day that were counted.
  seen text[] NOT NULL DEFAULT '{}',
  last_day text,
  completed_at timestamptz CHECK ((completed_at IS NULL) = (progress < quantity * 1000000)),
  -- The progress that was pushed last; a replay does not push it again.
  announced bigint NOT NULL DEFAULT 0,
  revision integer NOT NULL DEFAULT 1,
  PRIMARY KEY (player_quest_id, position)
) WITH (fillfactor = 60);

-- Deposits as they were credited, for the range of movements that a consumer reads.
CREATE VIEW rewards.credited_deposits AS
  SELECT movement.id AS movement_id, movement.created_at AS credited_at, account.player_id, account.currency, entry.amount
  FROM ledger.movements AS movement
  JOIN ledger.entries AS entry ON entry.movement_id = movement.id
  JOIN ledger.accounts AS account ON account.id = entry.account_id
  WHERE movement.kind = 'deposit' AND account.player_id IS NOT NULL AND entry.amount > 0;
