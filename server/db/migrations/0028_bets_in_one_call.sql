-- What the posting function needs to decide a bet by itself.

-- Events whose payload is the writer's own data: the relay makes of it what a screen shows.
ALTER TABLE outbox.events ADD COLUMN form text;

-- Where the session was used last: one that was opened at home may be carried into a country in which nobody may play.
ALTER TABLE identity.sessions ADD COLUMN seen_country text;
UPDATE identity.sessions SET seen_country = country WHERE closed_at IS NULL;

-- Asked for every bet.
CREATE INDEX player_freespins_active ON bonuses.player_freespins (player_id, game_id) WHERE status = 2;
