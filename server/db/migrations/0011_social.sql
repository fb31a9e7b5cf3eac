-- Ways in through other houses: which of their accounts is which player, and what of them was used already.
CREATE TABLE identity.social_identities (
  -- Id of the provider in the settings; the connections of one OpenID Connect issuer share it, as they share their subjects.
  provider text NOT NULL,
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  player_id uuid NOT NULL REFERENCES identity.players,
  -- What the provider said when it was linked; null where it names none.
  email text,
  linked_at timestamptz NOT NULL,
  PRIMARY KEY (provider, subject)
);
CREATE INDEX social_identities_of_player ON identity.social_identities (player_id);

-- What may be presented once, hashed: the state of a sign-in, the note that a provider signed.
CREATE TABLE identity.social_used (
  proof_hash bytea PRIMARY KEY CHECK (length(proof_hash) = 32),
  -- From then on it is refused for its age.
  expires_at timestamptz NOT NULL
);
CREATE INDEX social_used_over ON identity.social_used (expires_at);

-- A messenger's account has neither address nor phone to tell: such a player's way in is the row above.
ALTER TABLE identity.players DROP CONSTRAINT players_check;
