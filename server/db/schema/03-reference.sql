-- Reference data that operators change: exchange rates, which currencies are offered, the lobby's collections. Each change
-- is a version of its own, with who made it, when and why; earlier versions stay readable and are never altered.
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

-- The newest version of `currencies`, a row each. Whoever starts something new in a currency shares its row's lock, so
-- that nothing starts after the commit that switched it off.
CREATE TABLE reference.currencies (
  code text PRIMARY KEY,
  is_enabled boolean NOT NULL
);

-- Rates that moved further than the bound allows: not in force until a person has accepted them.
CREATE TABLE reference.held_rates (
  currency text PRIMARY KEY,
  rate numeric NOT NULL CHECK (rate > 0),
  source text NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL
);

-- When a source last confirmed the rates, whether they had moved or not.
CREATE TABLE reference.rate_checks (
  source text PRIMARY KEY,
  checked_at timestamptz NOT NULL
);

-- When each rate was last confirmed by a source or set by a person, whether it had moved or not: that one rate is new
-- says nothing about another.
CREATE TABLE reference.rate_confirmations (
  currency text PRIMARY KEY,
  confirmed_at timestamptz NOT NULL
);

-- What operators have switched off at run time: a game, a studio, a payment method or the sportsbook.
CREATE TABLE reference.switched_off (
  name text CHECK (name ~ '^((game|studio|method):[A-Za-z0-9._-]{1,128}|sportsbook)$'),
  -- Empty: everywhere.
  country text CHECK (country ~ '^([A-Z]{2})?$'),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  actor text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (name, country)
);

-- Files of content that operators changed. The newest version of a file is in force; the first is the file as it was
-- before the first change.
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
