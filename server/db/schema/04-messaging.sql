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
  -- The button of a message: its label, and the page, modal or call behind it.
  link jsonb CHECK (jsonb_typeof(link) = 'object'),
  UNIQUE (player_id, key, once)
);
CREATE INDEX messages_of_player ON messages.messages (player_id, created_at DESC, id DESC);
CREATE INDEX messages_unread ON messages.messages (player_id) WHERE read_at IS NULL;
-- For the report: how many read it.
CREATE INDEX messages_of_campaigns ON messages.messages (key) WHERE key LIKE 'campaign.%';

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
CREATE INDEX communications_of_player ON messages.communications (player_id, created_at DESC)
  WHERE player_id IS NOT NULL;

-- Counters behind the limits on them; they outlive a restart and hold across processes.
CREATE TABLE messages.communication_counts (
  key text PRIMARY KEY,
  count integer NOT NULL,
  resets_at timestamptz NOT NULL
);
CREATE INDEX communication_counts_over ON messages.communication_counts (resets_at);

-- Support's reply to a communication: one, by a named operator.
CREATE TABLE messages.communication_answers (
  communication_id uuid PRIMARY KEY REFERENCES messages.communications (id),
  answer text NOT NULL CHECK (length(answer) BETWEEN 1 AND 4000),
  operator text NOT NULL,
  answered_at timestamptz NOT NULL
);

-- Mails and text messages: written down in the transaction that gives them a reason, handed to the carrier after it.
CREATE SCHEMA deliveries;

CREATE TABLE deliveries.deliveries (
  -- Also the message's own id at the carrier: sent twice after a crash, it is recognisably one message.
  id uuid PRIMARY KEY,
  medium text NOT NULL CHECK (medium IN ('mail', 'sms', 'push')),
  recipient text NOT NULL CHECK (recipient !~ '[\r\n]' AND length(recipient) BETWEEN 3 AND 254),
  reply_to text CHECK (reply_to !~ '[\r\n]' AND length(reply_to) BETWEEN 3 AND 254),
  locale text NOT NULL,
  template text NOT NULL,
  -- What the template is filled with: links and codes among it, so it is emptied when the delivery ends.
  values jsonb NOT NULL CHECK (jsonb_typeof("values") = 'object'),
  player_id uuid,
  state text NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'sent', 'refused', 'given-up', 'expired', 'withdrawn')),
  attempts smallint NOT NULL DEFAULT 0,
  -- While a process hands it over, this lies past the end of its lease.
  next_attempt_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  -- Past this nobody wants to read it any more: the code in it is worth nothing.
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- What the carrier said last, for the operator.
  last_fault text,
  -- Withdrawn when the player withdraws consent, is excluded or closes the account.
  is_marketing boolean NOT NULL DEFAULT false,
  campaign_id uuid,
  CHECK ((ended_at IS NULL) = (state = 'waiting')),
  CHECK (state = 'waiting' OR "values" = '{}')
);
CREATE INDEX deliveries_over ON deliveries.deliveries (ended_at) WHERE state <> 'waiting';
CREATE INDEX deliveries_of_player ON deliveries.deliveries (player_id, created_at DESC);
CREATE INDEX deliveries_of_campaign ON deliveries.deliveries (campaign_id) WHERE campaign_id IS NOT NULL;
CREATE INDEX deliveries_due ON deliveries.deliveries (medium, next_attempt_at) WHERE state = 'waiting';
CREATE INDEX deliveries_in_turn ON deliveries.deliveries (medium, (campaign_id IS NOT NULL), next_attempt_at)
  WHERE state = 'waiting';

-- Browsers that receive push notifications: of one player, for as long as the session is open.
CREATE SCHEMA push;

CREATE TABLE push.subscriptions (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  session_id uuid NOT NULL,
  -- The push service's address for this browser, and the keys to encrypt for it (RFC 8291).
  endpoint text NOT NULL UNIQUE CHECK (length(endpoint) BETWEEN 10 AND 1000),
  p256dh text NOT NULL CHECK (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text NOT NULL CHECK (auth ~ '^[A-Za-z0-9_-]{22}$'),
  -- Whether marketing may be sent to it as well.
  receives_offers boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL
);
CREATE INDEX subscriptions_of_player ON push.subscriptions (player_id);
CREATE INDEX subscriptions_of_session ON push.subscriptions (session_id);
