-- Every round of a player changes the number of rounds. As a part of the index's condition it made PostgreSQL write every
-- index of the row anew; a column that stays as it is does not, where the score stays too.
ALTER TABLE rewards.tournament_scores ADD COLUMN is_placed boolean NOT NULL GENERATED ALWAYS AS (rounds > 0 AND NOT is_closed) STORED;
DROP INDEX rewards.tournament_leaderboard;
-- In the order of places, which readers of the whole leaderboard would otherwise sort.
CREATE INDEX tournament_leaderboard ON rewards.tournament_scores (run_id, score DESC, reached, player_id) WHERE is_placed;
