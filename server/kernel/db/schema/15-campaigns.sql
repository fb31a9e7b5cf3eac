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
