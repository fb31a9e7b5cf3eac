-- Confirmed addresses, the rest of a profile, and the codes by which a player proves to hold a mailbox or a phone.
ALTER TABLE identity.players
  ADD COLUMN email_confirmed_at timestamptz,
  ADD COLUMN phone_confirmed_at timestamptz,
  -- Field id of the catalogue -> text, for the fields without a column of their own.
  ADD COLUMN details jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(details) = 'object'),
  ADD COLUMN closed_at timestamptz;

ALTER TABLE identity.sessions
  -- password, otp, social, passkey, link.
  ADD COLUMN method text NOT NULL DEFAULT 'password',
  -- When this session last proved again who holds it.
  ADD COLUMN stepped_up_at timestamptz;
CREATE INDEX sessions_of_player ON identity.sessions (player_id, created_at DESC);

-- What links in mails carry, hashed. One use: a used or expired row opens nothing.
CREATE TABLE identity.link_codes (
  code_hash bytea PRIMARY KEY CHECK (length(code_hash) = 32),
  -- email-confirmation, password-reset, autologin.
  purpose text NOT NULL,
  player_id uuid NOT NULL REFERENCES identity.players,
  -- The address that it was sent to: a code for an address that the player has left proves nothing.
  address text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX link_codes_of_player ON identity.link_codes (player_id, purpose);
CREATE INDEX link_codes_over ON identity.link_codes (expires_at);

-- One standing code per phone and reason; a new one replaces it. `tries` is raised before the code is compared.
CREATE TABLE identity.otps (
  phone text NOT NULL CHECK (phone ~ '^[0-9]{3,20}$'),
  reason text NOT NULL,
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  tries smallint NOT NULL DEFAULT 0,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (phone, reason)
);
CREATE INDEX otps_over ON identity.otps (expires_at);
