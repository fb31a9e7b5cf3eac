-- What guests and players write to the house by the contact form, kept until someone answered it.
CREATE TABLE messages.communications (
  id uuid PRIMARY KEY,
  -- Null where a guest wrote.
  player_id uuid,
  -- Where the answer goes; given by the writer, proven by nobody.
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  message text NOT NULL CHECK (length(message) BETWEEN 1 AND 4000),
  -- The language of the page that it was written on, for whoever answers.
  locale text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX communications_newest ON messages.communications (created_at DESC, id);
CREATE INDEX communications_of_player ON messages.communications (player_id, created_at DESC) WHERE player_id IS NOT NULL;

-- Counters behind the limits on them; they outlive a restart and hold across processes.
CREATE TABLE messages.communication_counts (
  key text PRIMARY KEY,
  count integer NOT NULL,
  resets_at timestamptz NOT NULL
);
CREATE INDEX communication_counts_over ON messages.communication_counts (resets_at);
