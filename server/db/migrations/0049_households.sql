-- One welcome bonus a household: players who seem to share one are flagged to operators, who decide.
CREATE TABLE bonuses.household_flags (
  id uuid PRIMARY KEY,
  -- Who received an offer for once after `other_player_id` had received one.
  player_id uuid NOT NULL,
  other_player_id uuid NOT NULL CHECK (other_player_id <> player_id),
  -- What they share: device, address, destination.
  matches text[] NOT NULL CHECK (cardinality(matches) > 0),
  flagged_at timestamptz NOT NULL,
  decision text CHECK (decision IN ('allowed', 'declined')),
  decided_at timestamptz,
  actor text,
  comment text,
  UNIQUE (player_id, other_player_id),
  CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (actor IS NULL) AND (decision IS NULL) = (comment IS NULL))
);
CREATE INDEX household_flags_open ON bonuses.household_flags (flagged_at) WHERE decision IS NULL;

-- Players who receive no further offer that is for once.
CREATE TABLE bonuses.refused_once (
  player_id uuid PRIMARY KEY,
  refused_at timestamptz NOT NULL
);

CREATE INDEX invoices_by_destination ON payments.invoices (destination, player_id) WHERE destination IS NOT NULL;
CREATE INDEX players_by_address ON identity.players (lower(details ->> 'address'), lower(details ->> 'postalCode'))
  WHERE details ->> 'address' <> '' AND details ->> 'postalCode' <> '';
