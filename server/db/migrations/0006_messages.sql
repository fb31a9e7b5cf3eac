-- Messages: what players were told, kept until they delete it.
CREATE SCHEMA messages;

CREATE TABLE messages.messages (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  -- What it is about (deposit-succeeded, …); the words are stored as they were said, in the player's locale of that day.
  key text NOT NULL,
  title text NOT NULL,
  description text,
  -- Names what the message is about; a repeated event tells the player once.
  once text,
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  UNIQUE (player_id, key, once)
);
CREATE INDEX messages_of_player ON messages.messages (player_id, created_at DESC, id DESC);
CREATE INDEX messages_unread ON messages.messages (player_id) WHERE read_at IS NULL;
