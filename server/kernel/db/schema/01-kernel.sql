-- Infrastructure that every context uses: the outbox, facts and their consumers, and the secret of the database.

-- Events for clients, written in the transaction that they report.
CREATE SCHEMA outbox;

-- Events of committed transactions, which the relay pushes to clients. `transaction_id` precedes `id` because it must
-- be assigned first: a reader that finds a gap in the ids can then tell from the running transactions whether the gap
-- may still be filled.
CREATE TABLE outbox.events (
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel text NOT NULL,
  event text NOT NULL,
  payload json NOT NULL,
  version bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Names the conversion that the relay applies to the payload for clients; null if it needs none.
  form text
);

-- Facts that modules record in the transaction of the change, the consumers that read them, and the position of each.
-- The facts about money are the movements of the ledger.
CREATE SCHEMA facts;

-- `transaction_id` precedes `id` for the same reason as in outbox.events.
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
CREATE FUNCTION facts.refuse_early_delete() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  IF OLD.at > now() - interval '400 days' OR EXISTS (SELECT FROM facts.consumers WHERE facts_passed < OLD.id) THEN
    RAISE EXCEPTION 'fact % is still needed', OLD.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER kept BEFORE DELETE ON facts.facts FOR EACH ROW EXECUTE FUNCTION facts.refuse_early_delete();

-- The position of each consumer: it has applied every fact up to `facts_passed` and every movement up to
-- `movements_passed`. A position is null if the consumer does not read that source.
CREATE TABLE facts.consumers (
  name text PRIMARY KEY,
  facts_passed bigint CHECK (facts_passed >= 0),
  movements_passed bigint CHECK (movements_passed >= 0),
  -- Set while the consumer is stopped at a fact or movement that it cannot apply.
  failed_source text CHECK (failed_source IN ('facts', 'movements')),
  failed_id bigint,
  failure text,
  failures integer NOT NULL DEFAULT 0,
  failed_at timestamptz,
  -- Incremented when the consumer is reset to the start, so that running processes notice.
  replays integer NOT NULL DEFAULT 0,
  -- When two builds use one database, the one with the highest version of a consumer runs it, and no other moves its
  -- position.
  version integer NOT NULL DEFAULT 1,
  CHECK ((failed_at IS NULL) = (failed_id IS NULL) AND (failed_at IS NULL) = (failed_source IS NULL))
) WITH (fillfactor=50);

-- Facts and movements that operators made a consumer skip, with the reason.
CREATE TABLE facts.skipped (
  consumer text NOT NULL,
  source text NOT NULL,
  id bigint NOT NULL,
  failure text NOT NULL,
  reason text NOT NULL,
  at timestamptz NOT NULL,
  -- operator:<name>
  actor text
);

-- The last fact that was pruned. A replay cannot apply pruned facts again.
CREATE TABLE facts.pruned (
  is_single boolean DEFAULT true PRIMARY KEY CHECK (is_single),
  up_to bigint NOT NULL DEFAULT 0
);

INSERT INTO facts.pruned DEFAULT VALUES;

-- The SECRET that this database belongs to, and keys derived from former secrets.
-- Jobs that one process of all runs every so often, and not again when another process starts.
CREATE SCHEMA jobs;

CREATE TABLE jobs.turns (
  job text PRIMARY KEY,
  -- By the clock of the database, because those of the processes differ.
  next_at timestamptz NOT NULL
);

CREATE SCHEMA secrets;

CREATE TABLE secrets.current (
  is_only boolean DEFAULT true PRIMARY KEY CHECK (is_only),
  -- Derived from SECRET, to detect that the server was started with another one.
  check_value text NOT NULL,
  since timestamptz NOT NULL,
  -- When all data encrypted under former secrets had been encrypted again; null while some may remain.
  renewed_at timestamptz
);

-- Keys of digests and signatures that cannot be calculated again, because their input is not stored.
CREATE TABLE secrets.former_keys (
  purpose text,
  -- Encrypted with a key derived from SECRET.
  sealed bytea,
  PRIMARY KEY (purpose, sealed)
);
