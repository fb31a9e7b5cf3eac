-- Reference data that operators change: exchange rates, which currencies are offered, the lobby's collections. Each change
-- is a version of its own, with who made it, when and why; earlier versions stay readable and are never altered.
CREATE SCHEMA reference;

CREATE TABLE reference.versions (
  subject text NOT NULL CHECK (subject IN ('rates', 'currencies', 'collections')),
  version integer NOT NULL CHECK (version > 0),
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
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON reference.versions EXECUTE FUNCTION reference.refuse_change();

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

-- The player last chose the bonus of a deposit address at this moment: its amounts are those of the rates at that time.
ALTER TABLE payments.invoices ADD COLUMN bonus_chosen_at timestamptz;
