-- What rewards are made of: quests, levels, tournaments, cashback, as versions that are never altered. What a player
-- holds names the version that was accepted.
CREATE SCHEMA rewards;

CREATE TABLE rewards.definitions (
  kind text NOT NULL CHECK (kind ~ '^[a-z]{1,32}$'),
  identity text NOT NULL CHECK (identity ~ '^[a-z0-9-]{1,64}$'),
  version integer NOT NULL CHECK (version > 0),
  data jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('draft', 'scheduled', 'active', 'ended', 'archived')),
  -- Set when it is scheduled; `ends_at` is null without an end.
  starts_at timestamptz,
  ends_at timestamptz,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  actor text NOT NULL,
  comment text NOT NULL,
  PRIMARY KEY (kind, identity, version),
  CHECK (state = 'draft' OR state = 'archived' OR starts_at IS NOT NULL),
  CHECK (ends_at > starts_at)
);
CREATE UNIQUE INDEX definitions_one_active ON rewards.definitions (kind, identity) WHERE state = 'active';
CREATE UNIQUE INDEX definitions_one_scheduled ON rewards.definitions (kind, identity) WHERE state = 'scheduled';
CREATE INDEX definitions_to_start ON rewards.definitions (starts_at) WHERE state = 'scheduled';
CREATE INDEX definitions_to_end ON rewards.definitions (ends_at) WHERE state = 'active' AND ends_at IS NOT NULL;

CREATE FUNCTION rewards.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE'
    OR (NEW.kind, NEW.identity, NEW.version, NEW.data, NEW.created_at, NEW.actor, NEW.comment)
      IS DISTINCT FROM (OLD.kind, OLD.identity, OLD.version, OLD.data, OLD.created_at, OLD.actor, OLD.comment)
    OR array_position(ARRAY['draft', 'scheduled', 'active', 'ended', 'archived'], NEW.state)
      < array_position(ARRAY['draft', 'scheduled', 'active', 'ended', 'archived'], OLD.state) THEN
    RAISE EXCEPTION 'a version of a definition is never altered, and its state only moves forward' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER unaltered BEFORE UPDATE OR DELETE ON rewards.definitions FOR EACH ROW EXECUTE FUNCTION rewards.refuse_change();
CREATE TRIGGER kept BEFORE TRUNCATE ON rewards.definitions FOR EACH STATEMENT EXECUTE FUNCTION rewards.refuse_change();

-- Every reward that a player earned, once per source. `due`: cash that an excluded player receives afterwards.
CREATE TABLE rewards.grants (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  -- What earned it: a kind of definition, and what it was earned with (a quest of the player, a level, a period).
  source text NOT NULL CHECK (source ~ '^[a-z]{1,32}$'),
  source_id text NOT NULL,
  -- Numbers the rewards of one source.
  ordinal integer NOT NULL CHECK (ordinal >= 0),
  reward text NOT NULL CHECK (reward IN ('cash', 'offer', 'points')),
  -- Null for points.
  currency text CHECK ((reward = 'points') = (currency IS NULL)),
  -- Subunits of cash, or points; null for an offer.
  amount bigint CHECK (amount > 0 AND (reward = 'offer') = (amount IS NULL)),
  offer_id text CHECK ((reward = 'offer') = (offer_id IS NOT NULL)),
  -- Words of the source in each locale, as they were then.
  title jsonb NOT NULL,
  status text NOT NULL CHECK (status IN ('due', 'paid', 'void')),
  -- Why it is due or void.
  reason text CHECK ((status = 'paid') = (reason IS NULL)),
  created_at timestamptz NOT NULL,
  settled_at timestamptz CHECK ((status = 'due') = (settled_at IS NULL)),
  UNIQUE (source, source_id, player_id, ordinal)
);
CREATE INDEX grants_of_player ON rewards.grants (player_id, created_at DESC);
CREATE INDEX grants_due ON rewards.grants (created_at) WHERE status = 'due';
