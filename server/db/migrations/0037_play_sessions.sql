-- Since when a player plays, for the time and net result beside a game. The amounts are summed from the rounds.
CREATE TABLE games.play_sessions (
  session_id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  started_at timestamptz NOT NULL,
  -- The player's newest round before play began: later ones are of this play session.
  after_movement_id bigint NOT NULL,
  -- The same for the statistics, which the player may reset.
  statistics_since timestamptz NOT NULL,
  statistics_after_movement_id bigint NOT NULL
);
CREATE INDEX play_sessions_of_player ON games.play_sessions (player_id);
