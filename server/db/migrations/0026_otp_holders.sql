-- One-time codes by whoever asked for them: a stranger neither replaces another's code nor spends its tries.
DROP TABLE identity.otps;
CREATE TABLE identity.otps (
  phone text NOT NULL CHECK (phone ~ '^[0-9]{3,20}$'),
  reason text NOT NULL,
  -- 'player:' and an id, or 'guest:' and the digest of a block of addresses.
  holder text NOT NULL,
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  -- Raised before the code is compared: the holder's own, and those of guests from elsewhere, who may be the holder on another network.
  tries smallint NOT NULL DEFAULT 0,
  stranger_tries smallint NOT NULL DEFAULT 0,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (phone, reason, holder)
);
CREATE INDEX otps_over ON identity.otps (expires_at);
