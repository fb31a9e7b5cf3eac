CREATE SCHEMA outbox;

-- The transaction's id comes first: it must be taken before the event's, so that a reader who sees a gap
-- in the ids can tell by the running transactions whether it will still be filled.
CREATE TABLE outbox.events (
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel text NOT NULL,
  event text NOT NULL,
  payload json NOT NULL,
  version bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Events whose payload is the writer's own data: the relay makes of it what a screen shows.
  form text
);

-- What happened, in the transaction that made it so, and who has followed it how far. For money the fact is
-- ledger.movements; this table has everything else.
CREATE SCHEMA facts;

-- The transaction's id comes first, as in the outbox: a reader who misses an id can tell whether it may still come.
CREATE TABLE facts.facts (
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  player_id uuid,
  subject text NOT NULL,
  data jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX facts_of_player ON facts.facts (player_id, id DESC) WHERE player_id IS NOT NULL;

CREATE FUNCTION facts.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'facts.facts is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON facts.facts
  FOR EACH STATEMENT EXECUTE FUNCTION facts.refuse_change();

-- Facts are kept for 400 days, and until every consumer has passed them.
CREATE FUNCTION facts.refuse_early_delete() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  IF OLD.at > now() - interval '400 days' OR EXISTS (SELECT FROM facts.consumers WHERE facts_passed < OLD.id) THEN
    RAISE EXCEPTION 'fact % is still needed', OLD.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER kept BEFORE DELETE ON facts.facts FOR EACH ROW EXECUTE FUNCTION facts.refuse_early_delete();

-- A consumer has counted every fact up to `facts_passed` and every movement up to `movements_passed`; null: it does not follow them.
CREATE TABLE facts.consumers (
  name text PRIMARY KEY,
  facts_passed bigint CHECK (facts_passed >= 0),
  movements_passed bigint CHECK (movements_passed >= 0),
  -- Set while it is stopped at a fact or movement that it cannot apply.
  failed_source text CHECK (failed_source IN ('facts', 'movements')),
  failed_id bigint,
  failure text,
  failures integer NOT NULL DEFAULT 0,
  failed_at timestamptz,
  -- Counts how often it was sent back to the start, so that running processes notice.
  replays integer NOT NULL DEFAULT 0,
  -- Of two builds on one database, the one with the latest version of a consumer runs it, and nobody else moves its position.
  version integer NOT NULL DEFAULT 1,
  CHECK ((failed_at IS NULL) = (failed_id IS NULL) AND (failed_at IS NULL) = (failed_source IS NULL))
) WITH (fillfactor=50);

-- What operators made a consumer pass over, and why.
CREATE TABLE facts.skipped (
  consumer text NOT NULL,
  source text NOT NULL,
  id bigint NOT NULL,
  failure text NOT NULL,
  reason text NOT NULL,
  at timestamptz NOT NULL,
  -- Who made a consumer pass over a fact: operator:<name>; null in entries from before.
  actor text
);

-- Up to where facts were pruned: a replay cannot bring back what they told.
CREATE TABLE facts.pruned (
  is_single boolean DEFAULT true PRIMARY KEY CHECK (is_single),
  up_to bigint NOT NULL DEFAULT 0
);

INSERT INTO facts.pruned DEFAULT VALUES;

-- Which SECRET this database belongs to, and keys of former secrets.
CREATE SCHEMA secrets;

CREATE TABLE secrets.current (
  is_only boolean DEFAULT true PRIMARY KEY CHECK (is_only),
  -- Derived from SECRET: another secret gives another value.
  check_value text NOT NULL,
  since timestamptz NOT NULL,
  -- When everything that former secrets encrypt was encrypted again; null while there may be such data.
  renewed_at timestamptz
);

-- Keys of digests and signatures, which cannot be made again without what they were made of.
CREATE TABLE secrets.former_keys (
  purpose text,
  -- Encrypted with a key derived from SECRET.
  sealed bytea,
  PRIMARY KEY (purpose, sealed)
);
