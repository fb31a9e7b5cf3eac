-- Campaigns: messages of operators to a segment of players.
CREATE SCHEMA campaigns;

CREATE TABLE campaigns.campaigns (
  id uuid PRIMARY KEY,
  identity text NOT NULL UNIQUE CHECK (identity ~ '^[a-z0-9-]{1,64}$'),
  definition jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('scheduled', 'sending', 'sent', 'cancelled')),
  starts_at timestamptz NOT NULL,
  -- Whoever has not received it by then does not receive it.
  ends_at timestamptz NOT NULL CHECK (ends_at > starts_at),
  -- The last player, by id, of whom is known whether they belong to the segment.
  reached uuid,
  is_complete boolean NOT NULL DEFAULT false,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz CHECK ((ended_at IS NULL) = (state IN ('scheduled', 'sending')))
);
CREATE INDEX campaigns_open ON campaigns.campaigns (starts_at) WHERE ended_at IS NULL;

-- The segment as it was at the start: each player once for each channel.
CREATE TABLE campaigns.recipients (
  campaign_id uuid NOT NULL REFERENCES campaigns.campaigns,
  player_id uuid NOT NULL,
  channel text NOT NULL CHECK (channel IN ('site', 'mail', 'push')),
  outcome text NOT NULL DEFAULT 'waiting' CHECK (outcome IN ('waiting', 'sent', 'skipped')),
  -- Why it was skipped: decided at the moment of sending.
  reason text CHECK ((reason IS NOT NULL) = (outcome = 'skipped')),
  -- Later than the start outside the hours in which marketing may be sent to the player.
  due_at timestamptz NOT NULL,
  settled_at timestamptz CHECK ((settled_at IS NULL) = (outcome = 'waiting')),
  PRIMARY KEY (campaign_id, player_id, channel)
);
CREATE INDEX recipients_due ON campaigns.recipients (due_at) WHERE outcome = 'waiting';
CREATE INDEX recipients_of_player ON campaigns.recipients (player_id, settled_at) WHERE outcome = 'sent';

-- For the report: how many read it.
CREATE INDEX messages_of_campaigns ON messages.messages (key) WHERE key LIKE 'campaign.%';

ALTER TABLE deliveries.deliveries
  -- Withdrawn when the player withdraws consent, is excluded or closes the account.
  ADD COLUMN is_marketing boolean NOT NULL DEFAULT false,
  ADD COLUMN campaign_id uuid,
  DROP CONSTRAINT deliveries_medium_check,
  DROP CONSTRAINT deliveries_state_check,
  ADD CONSTRAINT deliveries_medium_check CHECK (medium IN ('mail', 'sms', 'push')),
  ADD CONSTRAINT deliveries_state_check
    CHECK (state IN ('waiting', 'sent', 'refused', 'given-up', 'expired', 'withdrawn'));
CREATE INDEX deliveries_of_campaign ON deliveries.deliveries (campaign_id) WHERE campaign_id IS NOT NULL;

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
