-- Who made a consumer pass over a fact: operator:<name>; null in entries from before.
ALTER TABLE facts.skipped ADD COLUMN actor text;
