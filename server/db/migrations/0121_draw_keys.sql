-- Keys of the verifiable random function that gives every seed pair its server seed. A key is announced in a report of
-- liabilities before it is used; the first one is used at once.
CREATE TABLE studio.draw_keys (
  -- The thumbprint of the public key (RFC 7638).
  id text PRIMARY KEY,
  -- Modulus and exponent in base64url, as in a JSON Web Key.
  n text NOT NULL,
  e text NOT NULL,
  -- PKCS #8, encrypted with a passphrase derived from SECRET.
  private_key text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Pairs opened from this moment on use it, until a later key's. Null until it is announced.
  used_from timestamptz
);

-- Null for pairs from before, whose server seed the studio drew itself.
ALTER TABLE studio.seeds
  ADD COLUMN number integer,
  ADD COLUMN draw_key text REFERENCES studio.draw_keys (id),
  ADD COLUMN proof text,
  ADD CONSTRAINT seeds_drawn CHECK ((number IS NULL) = (draw_key IS NULL) AND (number IS NULL) = (proof IS NULL));
-- Counted for each owner and game, without gaps.
CREATE UNIQUE INDEX seeds_numbers ON studio.seeds (owner, game, number);
