-- The request that decided: a sportsbook that states transactions names it when it takes one back.
ALTER TABLE sports.decisions ADD COLUMN request_id text;
