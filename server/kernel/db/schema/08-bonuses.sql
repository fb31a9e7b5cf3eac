-- Bonuses and free spins that players received, promo codes, and players who share a household. Offers are definitions
-- in the rewards schema; a grant stores its own copy of the terms.
CREATE SCHEMA bonuses;

-- Bonuses granted to players. The terms of a grant never change.
CREATE TABLE bonuses.player_bonuses (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  -- The offer, and its terms at the time of the grant.
  bonus_id text NOT NULL,
  terms jsonb NOT NULL,
  is_once boolean NOT NULL,
  package_id text,
  -- 1 cash (an amount), 2 percentage.
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
  -- The version of the offer that the player accepted.
  offer_version integer NOT NULL CHECK (offer_version > 0),
  CHECK ((status = 3) = (finished_at IS NOT NULL)),
  CHECK ((status = 3) = (result <> 1))
);
CREATE INDEX player_bonuses_of_player ON bonuses.player_bonuses (player_id, created_at DESC);
CREATE INDEX player_bonuses_to_expire ON bonuses.player_bonuses (expires_at) WHERE status < 3;
-- Ensure, also for concurrent requests, that a one-time offer is granted once and that a wallet has one bonus in play.
CREATE UNIQUE INDEX player_bonuses_once ON bonuses.player_bonuses (player_id, bonus_id) WHERE is_once;
CREATE UNIQUE INDEX player_bonuses_one_active ON bonuses.player_bonuses (player_id, currency) WHERE status = 2;

-- Free spins granted to players, with the terms of their offer as in player_bonuses.
CREATE TABLE bonuses.player_freespins (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  bonus_id text NOT NULL,
  terms jsonb NOT NULL,
  is_once boolean NOT NULL,
  package_id text,
  -- 1 issued, 2 active, 3 finished.
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
  -- Whether wins become bonus money once the spins are over.
  wins_as_bonus boolean NOT NULL DEFAULT false,
  -- The wins set aside so far, the part that was credited as bonus money or forfeited, and whether wins are forfeited.
  won bigint NOT NULL DEFAULT 0 CHECK (won >= 0),
  wins_settled bigint NOT NULL DEFAULT 0,
  wins_forfeited boolean NOT NULL DEFAULT false,
  -- The maximum stake of that bonus, at the exchange rate of the grant.
  wins_max_bet bigint CHECK (wins_max_bet > 0),
  -- The bonus in player_bonuses that the wins became.
  wins_bonus_id uuid UNIQUE,
  -- When the job that credits wins next processes this row.
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
-- Read for every bet.
CREATE INDEX player_freespins_active ON bonuses.player_freespins (player_id, game_id) WHERE status = 2;
CREATE INDEX player_freespins_wins ON bonuses.player_freespins (wins_due_at)
  WHERE (status = 3) AND (won > wins_settled);

-- Promo codes that players have entered.
CREATE TABLE bonuses.player_codes (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  code text NOT NULL,
  bonus_id text NOT NULL,
  -- The event that triggers the bonus: 1 registration, 2 bet, 3 deposit.
  trigger smallint NOT NULL CHECK (trigger BETWEEN 1 AND 3),
  added_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE UNIQUE INDEX player_codes_once ON bonuses.player_codes (player_id, code);

-- The free spin that each bet used, so that a rollback of the bet returns it.
CREATE TABLE bonuses.freespin_uses (
  actor text,
  bet_key text,
  freespin_id uuid NOT NULL REFERENCES bonuses.player_freespins (id),
  PRIMARY KEY (actor, bet_key)
);
CREATE INDEX freespin_uses_of ON bonuses.freespin_uses (freespin_id);

-- Players who seem to share a household, for which a one-time offer is granted once. An operator decides each case.
CREATE TABLE bonuses.household_flags (
  id uuid PRIMARY KEY,
  -- The player who received a one-time offer after `other_player_id`.
  player_id uuid NOT NULL,
  other_player_id uuid NOT NULL,
  -- What the two share: device, address, destination.
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

-- Players who receive no further one-time offers.
CREATE TABLE bonuses.refused_once (
  player_id uuid PRIMARY KEY,
  refused_at timestamptz NOT NULL
);
