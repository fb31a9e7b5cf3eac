-- Verification: documents that players hand in, the identity check of an outside provider, and the inbox of its notices.
CREATE SCHEMA verification;

-- Names and birth date stand still from this moment on; null where nobody has checked them.
ALTER TABLE identity.players ADD COLUMN identity_verified_at timestamptz;

CREATE TABLE verification.documents (
  -- Also the name under which the file is stored.
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('identity', 'address', 'payment', 'other')),
  -- As the player's device called it; shown, never used as a path.
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  -- What the file's own first bytes say, whatever the browser claimed.
  mime_type text NOT NULL,
  size integer NOT NULL CHECK (size > 0),
  -- 1 pending, 2 approved, 3 declined.
  status smallint NOT NULL DEFAULT 1 CHECK (status BETWEEN 1 AND 3),
  comment text,
  decided_at timestamptz,
  -- When the file was found missing; it is not shown until it is there again.
  lost_at timestamptz,
  created_at timestamptz NOT NULL,
  CHECK ((status = 1) = (decided_at IS NULL))
);
CREATE INDEX documents_of_player ON verification.documents (player_id, created_at DESC);
CREATE INDEX documents_pending ON verification.documents (created_at) WHERE status = 1;

CREATE TABLE verification.checks (
  player_id uuid PRIMARY KEY,
  partner text NOT NULL,
  -- The partner's own name for the player; null until it has told one.
  applicant_id text,
  status text NOT NULL DEFAULT 'none' CHECK (status IN ('none', 'pending', 'approved', 'retry', 'rejected')),
  comment text,
  -- The partner's clock at its last word: older words that come later change nothing.
  said_at timestamptz,
  begun_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- When to ask the partner by ourselves, should its notice have been lost.
  next_look_at timestamptz
);
CREATE INDEX checks_to_look_at ON verification.checks (next_look_at) WHERE next_look_at IS NOT NULL;

-- The inbox: a verified notice is stored, answered with 2xx, and only then worked on.
CREATE TABLE verification.notices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partner text NOT NULL,
  event_id text NOT NULL,
  body text NOT NULL,
  received_at timestamptz NOT NULL,
  next_attempt_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  processed_at timestamptz,
  outcome text,
  UNIQUE (partner, event_id)
);
CREATE INDEX notices_open ON verification.notices (next_attempt_at) WHERE processed_at IS NULL;
