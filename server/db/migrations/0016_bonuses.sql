-- What players were given and by which terms. What may be given is the operator's file; a grant keeps its own copy.
CREATE SCHEMA bonuses;

CREATE TABLE bonuses.player_bonuses (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  -- The offer it came from, and what the offer said then: terms of a grant never change.
  bonus_id text NOT NULL,
  terms jsonb NOT NULL,
  is_once boolean NOT NULL,
  package_id text,
  -- 1 cash amount, 2 percentage.
  type smallint NOT NULL CHECK (type IN (1, 2)),
  -- 1 issued, 2 active, 3 finished.
  status smallint NOT NULL DEFAULT 1 CHECK (status IN (1, 2, 3)),
  -- 1 running, 2 played, 3 cancelled, 4 expired, 5 lost.
  result smallint NOT NULL DEFAULT 1 CHECK (result BETWEEN 1 AND 5),
  currency text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  wager_total bigint NOT NULL CHECK (wager_total >= 0),
  max_bet bigint CHECK (max_bet > 0),
  invoice_id uuid UNIQUE,
  issue_session_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  activated_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz NOT NULL,
  CHECK ((status = 3) = (finished_at IS NOT NULL)),
  CHECK ((status = 3) = (result <> 1))
);
CREATE INDEX player_bonuses_of_player ON bonuses.player_bonuses (player_id, created_at DESC);
CREATE INDEX player_bonuses_to_expire ON bonuses.player_bonuses (expires_at) WHERE status < 3;
-- Whatever comes at once: an offer that is for once is given once, and a wallet plays with one bonus.
CREATE UNIQUE INDEX player_bonuses_once ON bonuses.player_bonuses (player_id, bonus_id) WHERE is_once;
CREATE UNIQUE INDEX player_bonuses_one_active ON bonuses.player_bonuses (player_id, currency) WHERE status = 2;

CREATE TABLE bonuses.player_freespins (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  bonus_id text NOT NULL,
  terms jsonb NOT NULL,
  is_once boolean NOT NULL,
  package_id text,
  status smallint NOT NULL DEFAULT 1 CHECK (status IN (1, 2, 3)),
  -- 1 running, 2 played, 3 cancelled, 4 expired.
  result smallint NOT NULL DEFAULT 1 CHECK (result BETWEEN 1 AND 4),
  currency text NOT NULL,
  game_id text NOT NULL,
  spin_amount bigint NOT NULL CHECK (spin_amount > 0),
  count integer NOT NULL CHECK (count > 0),
  used integer NOT NULL DEFAULT 0 CHECK (used BETWEEN 0 AND count),
  invoice_id uuid UNIQUE,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  expires_at timestamptz NOT NULL,
  CHECK ((status = 3) = (finished_at IS NOT NULL)),
  CHECK ((status = 3) = (result <> 1))
);
CREATE INDEX player_freespins_of_player ON bonuses.player_freespins (player_id, created_at DESC);
CREATE INDEX player_freespins_to_expire ON bonuses.player_freespins (expires_at) WHERE status < 3;
CREATE UNIQUE INDEX player_freespins_once ON bonuses.player_freespins (player_id, bonus_id) WHERE is_once;

CREATE TABLE bonuses.player_codes (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  code text NOT NULL,
  bonus_id text NOT NULL,
  -- What sets the bonus off: 1 registration, 2 a bet, 3 a deposit.
  trigger smallint NOT NULL CHECK (trigger BETWEEN 1 AND 3),
  added_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE UNIQUE INDEX player_codes_once ON bonuses.player_codes (player_id, code);

-- Which bet took a free spin, so that undoing it gives the spin back.
CREATE TABLE bonuses.freespin_uses (
  actor text NOT NULL,
  bet_key text NOT NULL,
  freespin_id uuid NOT NULL REFERENCES bonuses.player_freespins,
  PRIMARY KEY (actor, bet_key)
);
CREATE INDEX freespin_uses_of ON bonuses.freespin_uses (freespin_id);
