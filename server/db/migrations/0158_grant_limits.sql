-- What operators may grant one player within a day, as the site was last started: an operator's own environment does not
-- decide it.
CREATE TABLE rewards.grant_limits (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  cash integer NOT NULL CHECK (cash >= 0),
  points integer NOT NULL CHECK (points >= 0),
  at timestamptz NOT NULL
);
