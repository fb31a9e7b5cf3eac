-- Which SECRET this database belongs to, and keys of former secrets.
CREATE SCHEMA secrets;

CREATE TABLE secrets.current (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- Derived from SECRET: another secret gives another value.
  check_value text NOT NULL,
  since timestamptz NOT NULL,
  -- When everything that former secrets encrypt was encrypted again; null while there may be such data.
  renewed_at timestamptz
);

-- Keys of digests and signatures, which cannot be made again without what they were made of.
CREATE TABLE secrets.former_keys (
  purpose text NOT NULL,
  -- Encrypted with a key derived from SECRET.
  sealed bytea NOT NULL,
  PRIMARY KEY (purpose, sealed)
);
