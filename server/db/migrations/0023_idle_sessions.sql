-- Whether somebody is there: money is not moved by a session that nobody has used for a while.
ALTER TABLE identity.sessions
  -- The last thing that the player did: a call that changes something, or a bet. Refreshing the token is none.
  ADD COLUMN active_at timestamptz NOT NULL DEFAULT now(),
  -- When the player was last found to have come back after a long while; a step-up later than this ends it.
  ADD COLUMN idled_at timestamptz;
