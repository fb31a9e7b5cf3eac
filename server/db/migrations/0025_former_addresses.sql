-- What an account proved and left again, and the addresses that an excluded player may not come back under.
ALTER TABLE identity.players ADD COLUMN had_confirmed_email boolean NOT NULL DEFAULT false;
UPDATE identity.players SET had_confirmed_email = true
  WHERE id IN (SELECT player_id FROM identity.audit WHERE action = 'email-confirmed');

-- Addresses and phones that accounts had before, as keyed digests: an excluded player does not register anew under one of them.
CREATE TABLE identity.former_contacts (
  contact_digest bytea NOT NULL CHECK (length(contact_digest) = 32),
  player_id uuid NOT NULL REFERENCES identity.players,
  left_at timestamptz NOT NULL,
  PRIMARY KEY (contact_digest, player_id)
);
