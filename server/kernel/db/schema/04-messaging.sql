-- Messages to and from players: notifications, the contact form, mail and text messages, push subscriptions, and
-- campaigns.

-- Notifications, kept until the player deletes them, and messages sent with the contact form.
CREATE SCHEMA messages;

CREATE TABLE messages.messages (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  -- The event (deposit-succeeded, …). Title and description are stored in the player's locale at the time of the event.
  key text NOT NULL,
  title text NOT NULL,
  description text,
  -- Identifies the subject of the message, so that a repeated event notifies the player once.
  once text,
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  -- The button: its label and its target (a page, a modal or a call of this site).
  link jsonb CHECK (jsonb_typeof(link) = 'object'),
  UNIQUE (player_id, key, once)
);
CREATE INDEX messages_of_player ON messages.messages (player_id, created_at DESC, id DESC);
CREATE INDEX messages_unread ON messages.messages (player_id) WHERE read_at IS NULL;
-- Counts for the report of a campaign how many players have read it.
CREATE INDEX messages_of_campaigns ON messages.messages (key) WHERE key LIKE 'campaign.%';

-- Messages that guests and players send with the contact form, kept until they are answered.
CREATE TABLE messages.communications (
  id uuid PRIMARY KEY,
  -- Null if a guest wrote.
  player_id uuid,
  -- The address for the answer, as entered by the sender and not verified.
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  message text NOT NULL CHECK (length(message) BETWEEN 1 AND 4000),
  -- The locale of the page with the form, for the operator who answers.
  locale text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX communications_newest ON messages.communications (created_at DESC, id);
CREATE INDEX communications_of_player ON messages.communications (player_id, created_at DESC)
  WHERE player_id IS NOT NULL;

-- Counters of rate limits for the contact form. They are stored so that they survive a restart and apply across
-- processes.
CREATE TABLE messages.communication_counts (
  key text PRIMARY KEY,
  count integer NOT NULL,
  resets_at timestamptz NOT NULL
);
CREATE INDEX communication_counts_over ON messages.communication_counts (resets_at);

-- The one answer to a communication, by a named operator.
CREATE TABLE messages.communication_answers (
  communication_id uuid PRIMARY KEY REFERENCES messages.communications (id),
  answer text NOT NULL CHECK (length(answer) BETWEEN 1 AND 4000),
  operator text NOT NULL,
  answered_at timestamptz NOT NULL
);

-- Mail, text messages and push notifications: stored in the transaction that causes them, and passed to the carrier
-- after its commit.
CREATE SCHEMA deliveries;

CREATE TABLE deliveries.deliveries (
  -- Also the id of the message at the carrier, which can thereby recognise a message that is sent again after a crash.
  id uuid PRIMARY KEY,
  medium text NOT NULL CHECK (medium IN ('mail', 'sms', 'push')),
  recipient text NOT NULL CHECK (recipient !~ '[\r\n]' AND length(recipient) BETWEEN 3 AND 254),
  reply_to text CHECK (reply_to !~ '[\r\n]' AND length(reply_to) BETWEEN 3 AND 254),
  locale text NOT NULL,
  template text NOT NULL,
  -- Values for the template. They can contain links and codes, so they are cleared when the delivery ends.
  values jsonb NOT NULL CHECK (jsonb_typeof("values") = 'object'),
  player_id uuid,
  state text NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'sent', 'refused', 'given-up', 'expired', 'withdrawn')),
  attempts smallint NOT NULL DEFAULT 0,
  -- While a process sends the delivery, this is later than the end of its lease.
  next_attempt_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  -- After this time the delivery is not sent, because the code or link in it has expired.
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- The carrier's last error, for operators.
  last_fault text,
  -- Marketing is withdrawn when the player withdraws consent, is excluded or closes the account.
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

-- Browsers that receive push notifications, each for one player and for as long as its session is open.
CREATE SCHEMA push;

CREATE TABLE push.subscriptions (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  session_id uuid NOT NULL,
  -- The push service's address for this browser, and the keys to encrypt for it (RFC 8291).
  endpoint text NOT NULL UNIQUE CHECK (length(endpoint) BETWEEN 10 AND 1000),
  p256dh text NOT NULL CHECK (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text NOT NULL CHECK (auth ~ '^[A-Za-z0-9_-]{22}$'),
  -- Whether the subscription also receives marketing.
  receives_offers boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL
);
CREATE INDEX subscriptions_of_player ON push.subscriptions (player_id);
CREATE INDEX subscriptions_of_session ON push.subscriptions (session_id);

-- Campaigns: messages of operators to a segment of players, and their recipients.
CREATE SCHEMA campaigns;

CREATE TABLE campaigns.campaigns (
  id uuid PRIMARY KEY,
  identity text NOT NULL UNIQUE CHECK (identity ~ '^[a-z0-9-]{1,64}$'),
  definition jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('scheduled', 'sending', 'sent', 'cancelled')),
  starts_at timestamptz NOT NULL,
  -- After this time no more messages are sent.
  ends_at timestamptz NOT NULL,
  -- The last player, by id, who was checked against the segment.
  reached uuid,
  is_complete boolean NOT NULL DEFAULT false,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK (ends_at > starts_at),
  CHECK ((ended_at IS NULL) = (state IN ('scheduled', 'sending')))
);
CREATE INDEX campaigns_open ON campaigns.campaigns (starts_at) WHERE ended_at IS NULL;

-- The recipients of a campaign, determined at its start: each player once for each channel.
CREATE TABLE campaigns.recipients (
  campaign_id uuid REFERENCES campaigns.campaigns (id),
  player_id uuid,
  channel text CHECK (channel IN ('site', 'mail', 'push', 'sms')),
  outcome text NOT NULL DEFAULT 'waiting' CHECK (outcome IN ('waiting', 'sent', 'skipped')),
  -- Why the recipient was skipped, decided at the time of sending.
  reason text,
  -- Later than the start if marketing may not be sent to the player at that hour.
  due_at timestamptz NOT NULL,
  settled_at timestamptz,
  CHECK ((reason IS NOT NULL) = (outcome = 'skipped')),
  CHECK ((settled_at IS NULL) = (outcome = 'waiting')),
  PRIMARY KEY (campaign_id, player_id, channel)
);
CREATE INDEX recipients_due ON campaigns.recipients (due_at) WHERE outcome = 'waiting';
CREATE INDEX recipients_of_player ON campaigns.recipients (player_id, settled_at) WHERE outcome = 'sent';
