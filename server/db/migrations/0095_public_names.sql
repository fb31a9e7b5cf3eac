-- Whether other players see the nickname. The feeds name the player of a round only where the player had agreed, so
-- that the name shown is the one that the player allows now.
ALTER TABLE identity.players ADD COLUMN shows_nickname boolean NOT NULL DEFAULT false;
ALTER TABLE games.live_bets ADD COLUMN player_id uuid;
ALTER TABLE games.winners ADD COLUMN player_id uuid;
