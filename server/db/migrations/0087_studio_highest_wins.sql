-- The highest win of a game can be a fraction of its stake, such as 1.96.
ALTER TABLE studios.games ALTER COLUMN max_win TYPE numeric(10, 2);
