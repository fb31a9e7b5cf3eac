-- Security questions of players, with the answer as a hash.
CREATE TABLE identity.security_answers (
  player_id uuid PRIMARY KEY REFERENCES identity.players (id),
  question text NOT NULL CHECK (question ~ '^[A-Za-z0-9_-]{1,32}$'),
  answer_hash text NOT NULL,
  set_at timestamptz NOT NULL
);
