-- The built-in support chat: one conversation for each player and guest, its messages and their attachments.
CREATE SCHEMA chat;

CREATE TABLE chat.conversations (
  id uuid PRIMARY KEY,
  player_id uuid UNIQUE,
  -- SHA-256 of the guest's id, which only the guest's browser has.
  guest_key bytea UNIQUE,
  locale text NOT NULL,
  -- The name of the operator who deals with it.
  assigned_to text,
  last_number integer NOT NULL DEFAULT 0,
  -- Each side has seen the messages up to this number.
  read_by_visitor integer NOT NULL DEFAULT 0,
  read_by_support integer NOT NULL DEFAULT 0,
  -- When the player is notified of a reply that is still unread.
  notify_at timestamptz,
  version bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  last_message_at timestamptz NOT NULL,
  -- The next message of either side opens it again.
  closed_at timestamptz,
  CHECK (num_nonnulls(player_id, guest_key) = 1)
);
CREATE INDEX conversations_by_time ON chat.conversations (last_message_at);
CREATE INDEX conversations_to_notify ON chat.conversations (notify_at) WHERE notify_at IS NOT NULL;

CREATE TABLE chat.messages (
  -- Chosen by the sender, so that a repeated request stores one message.
  id uuid PRIMARY KEY,
  conversation_id uuid NOT NULL REFERENCES chat.conversations (id) ON DELETE CASCADE,
  number integer NOT NULL CHECK (number > 0),
  author text NOT NULL CHECK (author IN ('visitor', 'support')),
  -- The operator's name; not shown to the visitor.
  operator text,
  body text NOT NULL CHECK (length(body) <= 4000),
  created_at timestamptz NOT NULL,
  CHECK ((author = 'support') = (operator IS NOT NULL)),
  UNIQUE (conversation_id, number)
);
CREATE INDEX messages_by_time ON chat.messages (created_at);

CREATE TABLE chat.attachments (
  -- Also the name under which the file is stored.
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  -- Null until the message is sent.
  message_id uuid REFERENCES chat.messages (id) ON DELETE CASCADE,
  -- As the player's device called it; shown, never used as a path.
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  -- According to the file's contents.
  mime_type text NOT NULL,
  size integer NOT NULL CHECK (size > 0),
  created_at timestamptz NOT NULL
);
CREATE INDEX attachments_of_player ON chat.attachments (player_id);
CREATE INDEX attachments_of_message ON chat.attachments (message_id);
