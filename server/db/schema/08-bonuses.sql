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
  -- Offers of bonuses are versioned definitions: a grant, and a deposit that was started for one, name the version that was accepted.
  -- Those made before came from a file, which is version 1.
  offer_version integer NOT NULL CHECK (offer_version > 0),
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
  used integer NOT NULL DEFAULT 0,
  invoice_id uuid UNIQUE,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  expires_at timestamptz NOT NULL,
  offer_version integer NOT NULL CHECK (offer_version > 0),
  -- Free spins whose wins become bonus money once the spins are over.
  wins_as_bonus boolean NOT NULL DEFAULT false,
  -- Set aside so far, and how much of it was credited as bonus money or forfeited.
  won bigint NOT NULL DEFAULT 0 CHECK (won >= 0),
  wins_settled bigint NOT NULL DEFAULT 0,
  wins_forfeited boolean NOT NULL DEFAULT false,
  -- The highest stake of the bonus, at the rate of the grant.
  wins_max_bet bigint CHECK (wins_max_bet > 0),
  -- The bonus of bonuses.player_bonuses that the wins became.
  wins_bonus_id uuid UNIQUE,
  -- When the wins are looked at next.
  wins_due_at timestamptz NOT NULL DEFAULT '1970-01-01 00:00:00+00',
  CHECK (used BETWEEN 0 AND count),
  CHECK ((status = 3) = (finished_at IS NOT NULL)),
  CHECK ((status = 3) = (result <> 1)),
  CHECK (wins_settled BETWEEN 0 AND won),
  CHECK (wins_as_bonus OR won = 0)
);
CREATE INDEX player_freespins_of_player ON bonuses.player_freespins (player_id, created_at DESC);
CREATE INDEX player_freespins_to_expire ON bonuses.player_freespins (expires_at) WHERE status < 3;
CREATE UNIQUE INDEX player_freespins_once ON bonuses.player_freespins (player_id, bonus_id) WHERE is_once;
-- Asked for every bet.
CREATE INDEX player_freespins_active ON bonuses.player_freespins (player_id, game_id) WHERE status = 2;
CREATE INDEX player_freespins_wins ON bonuses.player_freespins (wins_due_at)
  WHERE (status = 3) AND (won > wins_settled);

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
  actor text,
  bet_key text,
  freespin_id uuid NOT NULL REFERENCES bonuses.player_freespins (id),
  PRIMARY KEY (actor, bet_key)
);
CREATE INDEX freespin_uses_of ON bonuses.freespin_uses (freespin_id);

-- One welcome bonus a household: players who seem to share one are flagged to operators, who decide.
CREATE TABLE bonuses.household_flags (
  id uuid PRIMARY KEY,
  -- Who received an offer for once after `other_player_id` had received one.
  player_id uuid NOT NULL,
  other_player_id uuid NOT NULL,
  -- What they share: device, address, destination.
  matches text[] NOT NULL CHECK (cardinality(matches) > 0),
  flagged_at timestamptz NOT NULL,
  decision text CHECK (decision IN ('allowed', 'declined')),
  decided_at timestamptz,
  actor text,
  comment text,
  CHECK (other_player_id <> player_id),
  CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (actor IS NULL)
    AND (decision IS NULL) = (comment IS NULL)),
  UNIQUE (player_id, other_player_id)
);
CREATE INDEX household_flags_open ON bonuses.household_flags (flagged_at) WHERE decision IS NULL;

-- Players who receive no further offer that is for once.
CREATE TABLE bonuses.refused_once (
  player_id uuid PRIMARY KEY,
  refused_at timestamptz NOT NULL
);
