-- Of two builds on one database, the one with the latest version of a consumer runs it, and nobody else moves its position.
ALTER TABLE facts.consumers ADD COLUMN version integer NOT NULL DEFAULT 1;
