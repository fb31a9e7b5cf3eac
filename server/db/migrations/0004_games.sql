-- Games: what players marked, opened and won. Rounds themselves are kept by the posting function, and stay free of further indexes.

CREATE TABLE games.favorites (
  player_id uuid NOT NULL,
  game_id text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (player_id, game_id)
);

-- Openings for real money: what "recently played" and "popular" stand on.
CREATE TABLE games.launches (
  player_id uuid NOT NULL,
  game_id text NOT NULL,
  launched_at timestamptz NOT NULL,
  count integer NOT NULL DEFAULT 1,
  PRIMARY KEY (player_id, game_id)
);
CREATE INDEX launches_recent ON games.launches (launched_at DESC);

-- Wins above their stake, for the feed; the name is masked before it is written.
CREATE TABLE games.winners (
  round_id text NOT NULL,
  studio text NOT NULL,
  game_id text NOT NULL,
  nickname text NOT NULL,
  currency text NOT NULL,
  won bigint NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (round_id, studio)
);
CREATE INDEX winners_recent ON games.winners (at DESC);
