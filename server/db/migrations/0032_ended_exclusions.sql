-- Self-exclusions end a day after their players ask for it once the term is over. Those whose term is over already were promised to end a
-- day after it: they keep that promise.
UPDATE limits.limits SET pending_since = ends_at WHERE definition = 4 AND ends_at <= now() AND pending_since IS NULL;
