-- How many pairs an owner opened of late is asked before the next one is.
CREATE INDEX seeds_of_owner ON studio.seeds (owner, created_at DESC);
