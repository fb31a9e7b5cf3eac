-- When a player's next reality check is due. Play is measured by its stakes, in all sessions and currencies of the player.
CREATE TABLE games.reality_checks (
  player_id uuid PRIMARY KEY,
  interval_minutes integer NOT NULL CHECK (interval_minutes BETWEEN 1 AND 1440),
  -- When the present play began, and the movement before its first stake; null before the first play.
  began_at timestamptz,
  after_movement_id bigint,
  -- Of the latest stake, to the minute. Play ends half an hour after its last stake.
  played_at timestamptz,
  due_at timestamptz,
  -- The pause that the policy requires after the check; null where it requires none.
  paused_until timestamptz,
  CHECK ((began_at IS NULL) = (due_at IS NULL) AND (began_at IS NULL) = (played_at IS NULL) AND (began_at IS NULL) = (after_movement_id IS NULL))
);
-- A row is created when a game is opened; launches from before this migration are still valid.
INSERT INTO games.reality_checks (player_id, interval_minutes) SELECT DISTINCT player_id, 30 FROM games.play_sessions;
