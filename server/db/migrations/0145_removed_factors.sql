-- Players whose second factors an operator removed: until this time their withdrawals go to review.
CREATE TABLE credentials.removals (
  player_id uuid PRIMARY KEY,
  held_until timestamptz NOT NULL
);
