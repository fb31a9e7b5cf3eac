-- Reference data that operators change (exchange rates, enabled currencies, collections of the lobby), features that
-- they switch off at run time, and content that they edit.

-- Each change of reference data is a new version with its actor, time and reason. Earlier versions are never altered.
CREATE SCHEMA reference;

CREATE TABLE reference.versions (
  subject text CHECK (subject IN ('rates', 'currencies', 'collections')),
  version integer CHECK (version > 0),
  data jsonb NOT NULL,
  at timestamptz NOT NULL,
  actor text NOT NULL,
  comment text NOT NULL,
  PRIMARY KEY (subject, version)
);
CREATE INDEX versions_in_force ON reference.versions (subject, at DESC, version DESC);

CREATE FUNCTION reference.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'reference.versions is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON reference.versions
  FOR EACH STATEMENT EXECUTE FUNCTION reference.refuse_change();

-- The currencies of the newest version of that subject, one row each. A transaction that starts something new in a
-- currency locks its row in share mode, so that nothing starts after the commit that switches the currency off.
CREATE TABLE reference.currencies (
  code text PRIMARY KEY,
  is_enabled boolean NOT NULL
);

-- Rates that changed by more than the permitted bound. They come into force when an operator accepts them.
CREATE TABLE reference.held_rates (
  currency text PRIMARY KEY,
  rate numeric NOT NULL CHECK (rate > 0),
  source text NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL
);

-- When each source last confirmed the rates, changed or not.
CREATE TABLE reference.rate_checks (
  source text PRIMARY KEY,
  checked_at timestamptz NOT NULL
);

-- When each rate was last confirmed by a source or set by an operator, changed or not. Tracked per currency, because a
-- source may confirm some rates and not others.
CREATE TABLE reference.rate_confirmations (
  currency text PRIMARY KEY,
  confirmed_at timestamptz NOT NULL
);

-- Games, studios and payment methods, and the sportsbook, that operators have switched off at run time.
CREATE TABLE reference.switched_off (
  name text CHECK (name ~ '^((game|studio|method|partner):[A-Za-z0-9._-]{1,128}|sportsbook)$'),
  -- Empty if switched off in all countries.
  country text CHECK (country ~ '^([A-Z]{2})?$'),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  actor text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (name, country)
);

-- Content files that operators have changed. The newest version of a file is in force; the first one is the file before
-- the first change.
CREATE SCHEMA content;

CREATE TABLE content.versions (
  path text,
  version integer CHECK (version > 0),
  data jsonb NOT NULL,
  at timestamptz NOT NULL,
  actor text NOT NULL,
  comment text NOT NULL,
  PRIMARY KEY (path, version)
);

-- At most one draft of a file, which several operators may edit after each other. It ends with its publication, for
-- which it can have a time.
CREATE TABLE content.drafts (
  path text PRIMARY KEY,
  data jsonb NOT NULL,
  -- The version from which the draft was begun; 0 for the shipped texts.
  base integer NOT NULL CHECK (base >= 0),
  -- Increases with every change of the row, so that nobody replaces a draft that they have not seen.
  revision integer NOT NULL CHECK (revision > 0),
  at timestamptz NOT NULL,
  actor text NOT NULL,
  publish_at timestamptz,
  publish_by text,
  publish_reason text,
  -- Why it was not published at that time: the name of a refusal. It waits for a person then.
  publish_fault text,
  CHECK ((publish_at IS NULL) = (publish_by IS NULL)),
  CHECK ((publish_at IS NULL) = (publish_reason IS NULL)),
  CHECK (publish_at IS NOT NULL OR publish_fault IS NULL)
);
CREATE INDEX drafts_due ON content.drafts (publish_at) WHERE publish_at IS NOT NULL AND publish_fault IS NULL;
