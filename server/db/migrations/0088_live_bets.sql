-- The latest settled rounds, for the live feed: as many as are shown, not a history. The name is masked before it is
-- written, and nothing else leads to the player.
CREATE TABLE games.live_bets (
  round_id text NOT NULL,
  studio text NOT NULL,
  movement_id bigint NOT NULL,
  game_id text NOT NULL,
  nickname text NOT NULL,
  currency text NOT NULL,
  stake bigint NOT NULL,
  won bigint NOT NULL,
  is_high boolean NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (round_id, studio)
);
CREATE INDEX live_bets_latest ON games.live_bets (is_high, movement_id DESC);
