-- Protection of players: limits with the deposits and stakes that count towards them, cooling-off periods,
-- self-exclusions, and early signs of harm.
CREATE SCHEMA limits;

-- One row for each player. Rules over sums lock it, so that concurrent deposits see each other.
CREATE TABLE limits.players (
  player_id uuid PRIMARY KEY,
  -- From this moment the player receives no bonuses and no marketing, until an operator lifts the bar.
  promotions_barred_at timestamptz
);

CREATE TABLE limits.limits (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL REFERENCES limits.players (player_id),
  -- Not checked: contract/limit-kinds.ts may add kinds.
  -- 1 bet, 2 loss, 3 deposit, 4 selfExclusion, 5 coolingOff, 6 playTime, 7 stake (of one round).
  definition smallint NOT NULL CHECK (definition > 0),
  period text NOT NULL,
  amount bigint CHECK (amount > 0),
  currency text CHECK (currency ~ '^[A-Z]{3,5}$'),
  -- The periods of the limit are counted from this moment.
  created_at timestamptz NOT NULL,
  -- When the term of a cooling-off period or a self-exclusion ends.
  ends_at timestamptz,
  -- A requested change: a higher amount, or none to remove the limit. `amount` remains in force until the change
  -- applies.
  pending_amount bigint CHECK (pending_amount > 0),
  pending_period text,
  pending_since timestamptz,
  removed_at timestamptz,
  -- When the requested change can apply, or the self-exclusion can end, by the policy at the time of the request.
  pending_until timestamptz,
  -- The player's time zone when the limit was set. Changing the zone later does not start a new period.
  zone text NOT NULL DEFAULT 'UTC',
  -- For limits on play, the current period: its bounds, the totals of each wallet at its start, and the last movement
  -- before it.
  window_from timestamptz,
  window_to timestamptz,
  counted_from jsonb,
  after_movement bigint,
  -- A cooling-off period that the operator started to protect the player.
  is_forced boolean NOT NULL DEFAULT false,
  -- Of those: a marker of harm started it, and it ends early if the last strong marker is dismissed.
  ends_with_markers boolean NOT NULL DEFAULT false,
  CONSTRAINT pending_whole CHECK ((pending_since IS NULL) = (pending_until IS NULL)),
  CONSTRAINT term_or_amount CHECK ((definition IN (4, 5)) = (ends_at IS NOT NULL)
    AND (ends_at IS NULL) = (amount IS NOT NULL)),
  CONSTRAINT money_has_currency CHECK ((definition IN (1, 2, 3, 7)) = (currency IS NOT NULL))
);
CREATE INDEX limits_by_time ON limits.limits (player_id, created_at DESC);
-- For the timeline of a player at the desk.
CREATE INDEX limits_ended ON limits.limits (player_id, removed_at, id) WHERE removed_at IS NOT NULL;
CREATE INDEX limits_of_player ON limits.limits (player_id) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX limits_one_of_a_kind ON limits.limits (player_id, definition, period, coalesce(currency, ''))
  WHERE (removed_at IS NULL) AND (definition NOT IN (4, 5));

-- Deposits that count towards limits: pending and successful ones in full, one row for each invoice. A deposit that
-- fails is released and no longer counts.
CREATE TABLE limits.deposits (
  invoice_id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  currency text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  at timestamptz NOT NULL,
  is_credited boolean NOT NULL DEFAULT false,
  released_at timestamptz
);
CREATE INDEX deposits_counted ON limits.deposits (player_id, at) WHERE released_at IS NULL;

-- Players with a limit on play, and the time that they have played.
CREATE TABLE limits.play (
  player_id uuid PRIMARY KEY,
  -- Whether the player has more than one wallet: a bet then locks all of them.
  has_wallets boolean NOT NULL DEFAULT false,
  played_ms numeric NOT NULL DEFAULT 0,
  seen_at timestamptz
);
CREATE INDEX play_of_wallets ON limits.play (player_id) WHERE has_wallets;

-- Stakes and losses in other currencies than a limit's count at the exchange rates of their time. A wallet whose player
-- has a limit on play records its totals before its first movement under new rates (functions/08-limits.sql).
CREATE TABLE limits.totals_by_rates (
  player_id uuid,
  currency text,
  -- The version of the rates (reference.versions) for amounts from here to the wallet's next row.
  version integer,
  -- Totals of the wallet, and the last movement included.
  staked numeric NOT NULL,
  lost numeric NOT NULL,
  after_movement bigint NOT NULL,
  PRIMARY KEY (player_id, currency, version)
);

-- Starts a new wallet of a player with a limit on play without room, so that its first bet reads the limits.
CREATE FUNCTION limits.start_without_room() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  -- Serializes with setting the first limit on play (server/protection/internal/lock-play.ts).
  PERFORM pg_advisory_xact_lock(hashtextextended('play: ' || NEW.player_id, 0));
  UPDATE limits.play SET has_wallets = EXISTS (SELECT FROM wallet.accounts WHERE player_id = NEW.player_id)
  WHERE player_id = NEW.player_id;
  IF FOUND THEN NEW.room_until := '-infinity'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER start_without_room BEFORE INSERT ON wallet.accounts
  FOR EACH ROW EXECUTE FUNCTION limits.start_without_room();

-- Breaks of each player, including those of other accounts with the same mailbox. A cooling-off period (5) ends with
-- its term. A self-exclusion (4) ends some time after the player requested its end, which is possible after its term. A
-- row without a definition: another account of the player is blocked (3) or closed (4). `of_player_id`: whose row it is.
CREATE VIEW limits.breaks AS
  SELECT player_id, player_id AS of_player_id, definition, ends_at, is_forced,
    CASE WHEN definition = 4 THEN greatest(ends_at, coalesce(pending_until, 'infinity')) ELSE ends_at END AS until
  FROM limits.limits WHERE removed_at IS NULL AND ends_at IS NOT NULL
  UNION ALL
  SELECT player.id, other.id, definition, ends_at, coalesce(is_forced, false),
    CASE WHEN other.status IN (3, 4) THEN 'infinity'
      WHEN definition = 4 THEN greatest(ends_at, coalesce(pending_until, 'infinity')) ELSE ends_at END
  FROM identity.players AS player
  JOIN identity.players AS other ON other.mailbox = player.mailbox AND other.id <> player.id
    AND (other.email_confirmed_at IS NOT NULL OR player.email_confirmed_at IS NULL)
  LEFT JOIN limits.limits ON limits.player_id = other.id AND removed_at IS NULL AND ends_at IS NOT NULL
  WHERE other.status IN (3, 4) OR limits.id IS NOT NULL;

-- Early signs of harm: sums of each player's play, markers that rules found, and decisions of operators about them.
CREATE SCHEMA harm;

-- Sums for each UTC day. Money is in cents of the base currency at the rate of its time; withdrawals are negative.
CREATE TABLE harm.tallies (
  player_id uuid,
  day date,
  measure text,
  amount bigint NOT NULL,
  PRIMARY KEY (player_id, day, measure)
);

-- Distinct values for each UTC day: intervals of ten minutes with a stake, days with play, payment methods.
CREATE TABLE harm.marks (
  player_id uuid,
  day date,
  measure text,
  mark text,
  PRIMARY KEY (player_id, day, measure, mark)
);

-- Markers: findings of rules, at most one for each player, rule and day.
CREATE TABLE harm.markers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id uuid NOT NULL,
  rule text NOT NULL,
  indicator text NOT NULL,
  measure text NOT NULL,
  level text NOT NULL CHECK (level IN ('notice', 'strong')),
  definition_version integer NOT NULL,
  -- The amount counted in `days` days up to `day`, and the threshold that it reached.
  day date NOT NULL,
  days integer NOT NULL CHECK (days > 0),
  counted bigint NOT NULL,
  threshold bigint NOT NULL,
  raised_at timestamptz NOT NULL,
  -- When the player was informed and, for a strong marker, a forced break started.
  acted_at timestamptz,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'upheld', 'dismissed')),
  contested_at timestamptz,
  contest text CHECK (char_length(contest) BETWEEN 1 AND 1000),
  decided_at timestamptz,
  decided_by text,
  comment text,
  CHECK ((state = 'open') = (decided_at IS NULL)),
  CHECK ((contested_at IS NULL) = (contest IS NULL)),
  UNIQUE (player_id, rule, day)
);
-- For the timeline of a player at the desk.
CREATE INDEX markers_by_time ON harm.markers (player_id, raised_at, id);
CREATE INDEX markers_to_act_on ON harm.markers (raised_at) WHERE acted_at IS NULL;
CREATE INDEX markers_to_decide ON harm.markers (raised_at) WHERE state = 'open';
