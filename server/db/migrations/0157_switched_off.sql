-- What operators have switched off at run time: a game, a studio, a payment method or the sportsbook.
CREATE TABLE reference.switched_off (
  name text NOT NULL CHECK (name ~ '^((game|studio|method):[A-Za-z0-9._-]{1,128}|sportsbook)$'),
  -- Empty: everywhere.
  country text NOT NULL CHECK (country ~ '^([A-Z]{2})?$'),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  actor text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (name, country)
);
