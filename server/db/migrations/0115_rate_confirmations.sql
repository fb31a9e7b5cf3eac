-- When each rate was last confirmed by a source or set by a person, whether it had moved or not: that one rate is new
-- says nothing about another.
CREATE TABLE reference.rate_confirmations (
  currency text PRIMARY KEY,
  confirmed_at timestamptz NOT NULL
);
INSERT INTO reference.rate_confirmations (currency, confirmed_at)
SELECT code, greatest(
  (SELECT max(checked_at) FROM reference.rate_checks),
  (SELECT max(at) FROM reference.versions WHERE subject = 'rates'))
FROM reference.currencies
WHERE EXISTS (SELECT FROM reference.versions WHERE subject = 'rates');
