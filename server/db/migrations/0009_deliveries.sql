-- Mails and text messages: written down in the transaction that gives them a reason, handed to the carrier after it.
CREATE SCHEMA deliveries;

CREATE TABLE deliveries.deliveries (
  -- Also the message's own id at the carrier: sent twice after a crash, it is recognisably one message.
  id uuid PRIMARY KEY,
  medium text NOT NULL CHECK (medium IN ('mail', 'sms')),
  recipient text NOT NULL CHECK (recipient !~ '[\r\n]' AND length(recipient) BETWEEN 3 AND 254),
  reply_to text CHECK (reply_to !~ '[\r\n]' AND length(reply_to) BETWEEN 3 AND 254),
  locale text NOT NULL,
  template text NOT NULL,
  -- What the template is filled with: links and codes among it, so it is emptied when the delivery ends.
  values jsonb NOT NULL CHECK (jsonb_typeof(values) = 'object'),
  player_id uuid,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'refused', 'given-up', 'expired')),
  attempts smallint NOT NULL DEFAULT 0,
  -- While a process hands it over, this lies past the end of its lease.
  next_attempt_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  -- Past this nobody wants to read it any more: the code in it is worth nothing.
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- What the carrier said last, for the operator.
  last_fault text,
  CHECK ((ended_at IS NULL) = (state = 'waiting')),
  CHECK (state = 'waiting' OR values = '{}')
);
CREATE INDEX deliveries_due ON deliveries.deliveries (next_attempt_at) WHERE state = 'waiting';
CREATE INDEX deliveries_over ON deliveries.deliveries (ended_at) WHERE state <> 'waiting';
CREATE INDEX deliveries_of_player ON deliveries.deliveries (player_id, created_at DESC);

-- What someone who is not signed in asked for by naming an address. The asking is all that the call does, so neither its words nor its
-- time tell whether the address is known; whoever reads that mailbox gets the answer.
CREATE TABLE identity.mail_requests (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('password-reset', 'registration')),
  email text NOT NULL,
  locale text NOT NULL,
  -- For a registration: the form, with the password hashed, until the mail is confirmed.
  registration jsonb,
  ip text NOT NULL,
  country text,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL,
  answered_at timestamptz,
  -- For a registration: what its link carries, hashed.
  code_hash bytea UNIQUE CHECK (length(code_hash) = 32),
  expires_at timestamptz NOT NULL,
  CHECK ((registration IS NOT NULL) = (kind = 'registration'))
);
CREATE INDEX mail_requests_open ON identity.mail_requests (created_at) WHERE answered_at IS NULL;
CREATE INDEX mail_requests_over ON identity.mail_requests (expires_at);
