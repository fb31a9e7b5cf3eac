-- Files of content that operators changed. The newest version of a file is in force; the first is the file as it was
-- before the first change.
CREATE SCHEMA content;
CREATE TABLE content.versions (
  path text NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  data jsonb NOT NULL,
  at timestamptz NOT NULL,
  actor text NOT NULL,
  comment text NOT NULL,
  PRIMARY KEY (path, version)
);
