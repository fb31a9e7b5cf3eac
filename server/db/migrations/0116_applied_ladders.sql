-- Ladders by which every account has been looked at once since they came into force: a lower threshold raises at once.
CREATE TABLE rewards.loyalty_ladders (
  version integer PRIMARY KEY,
  applied_at timestamptz NOT NULL
);
