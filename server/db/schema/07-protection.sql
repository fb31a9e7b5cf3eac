-- What players forbid themselves, and the deposits that count towards it.
CREATE SCHEMA limits;

-- One row a player: rules over sums lock it, so that of many deposits at once each sees the others.
CREATE TABLE limits.players (
  player_id uuid PRIMARY KEY,
  -- No bonuses and no marketing from then on, until an operator lifts it.
  promotions_barred_at timestamptz
);

CREATE TABLE limits.limits (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL REFERENCES limits.players (player_id),
  -- 1 bet, 2 loss, 3 deposit, 4 self-exclusion, 5 cooling-off.
  definition smallint NOT NULL CONSTRAINT known_definition CHECK (definition BETWEEN 1 AND 7),
  period text NOT NULL,
  amount bigint CHECK (amount > 0),
  currency text CHECK (currency ~ '^[A-Z]{3,5}$'),
  -- Its periods are counted from here.
  created_at timestamptz NOT NULL,
  -- A break or an exclusion ends then.
  ends_at timestamptz,
  -- Asked for, not in force: a higher amount, or none at all. The row's own amount stays in force.
  pending_amount bigint CHECK (pending_amount > 0),
  pending_period text,
  pending_since timestamptz,
  removed_at timestamptz,
  -- When a requested change of a limit can apply, or a self-exclusion ends: by the policy at the request.
  pending_until timestamptz,
  -- The player's time zone when the limit was set: changing it later starts no new period.
  zone text NOT NULL DEFAULT 'UTC',
  -- The period that the posting function counts, from where, and the last movement before it.
  window_from timestamptz,
  window_to timestamptz,
  counted_from jsonb,
  after_movement bigint,
  -- A break that the operator started to protect the player.
  is_forced boolean NOT NULL DEFAULT false,
  CONSTRAINT pending_whole CHECK ((pending_since IS NULL) = (pending_until IS NULL)),
  CONSTRAINT term_or_amount CHECK ((definition IN (4, 5)) = (ends_at IS NOT NULL)
    AND (ends_at IS NULL) = (amount IS NOT NULL)),
  CONSTRAINT money_has_currency CHECK ((definition IN (1, 2, 3, 7)) = (currency IS NOT NULL))
);
CREATE INDEX limits_of_player ON limits.limits (player_id) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX limits_one_of_a_kind ON limits.limits (player_id, definition, period, coalesce(currency, ''))
  WHERE (removed_at IS NULL) AND (definition NOT IN (4, 5));

-- Deposits under way and done: gross, one row an invoice. One that came to nothing is taken out of the count.
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

-- Players with a limit on play.
CREATE TABLE limits.play (
  player_id uuid PRIMARY KEY,
  -- More than one wallet: a bet locks them all.
  has_wallets boolean NOT NULL DEFAULT false,
  played_ms numeric NOT NULL DEFAULT 0,
  seen_at timestamptz
);
CREATE INDEX play_of_wallets ON limits.play (player_id) WHERE has_wallets;

-- What was staked or lost in another currency than a limit's counts at the rate of its moment: a wallet whose player
-- has a limit on play notes its totals when it first moves under new rates (functions/08-limits.sql).
CREATE TABLE limits.totals_by_rates (
  player_id uuid,
  currency text,
  -- Of `reference.versions`: the rates of what was counted from here to the wallet's next row.
  version integer,
  -- The totals of the wallet, and the last movement before them.
  staked numeric NOT NULL,
  lost numeric NOT NULL,
  after_movement bigint NOT NULL,
  PRIMARY KEY (player_id, currency, version)
);

-- A new wallet of such a player starts without room.
CREATE FUNCTION limits.start_without_room() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  -- Who sets the first limit waits for it, and the other way round (server/modules/limits/internal/lock-play.ts).
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.player_id::text, 55));
  UPDATE limits.play SET has_wallets = EXISTS (SELECT FROM wallet.accounts WHERE player_id = NEW.player_id) WHERE player_id = NEW.player_id;
  IF FOUND THEN NEW.room_until := '-infinity'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER start_without_room BEFORE INSERT ON wallet.accounts
  FOR EACH ROW EXECUTE FUNCTION limits.start_without_room();

-- A cooling-off period ends with its term, a self-exclusion (4) a delay after the player requested its end after the
-- term. Without a definition: another account of the player is blocked or closed.
CREATE VIEW limits.breaks AS
  SELECT player_id, definition, ends_at, is_forced,
    CASE WHEN definition = 4 THEN greatest(ends_at, coalesce(pending_until, 'infinity')) ELSE ends_at END AS until
  FROM limits.limits WHERE removed_at IS NULL AND ends_at IS NOT NULL
  UNION ALL
  SELECT player.id, definition, ends_at, coalesce(is_forced, false),
    CASE WHEN other.status IN (3, 4) THEN 'infinity'
      WHEN definition = 4 THEN greatest(ends_at, coalesce(pending_until, 'infinity')) ELSE ends_at END
  FROM identity.players AS player
  JOIN identity.players AS other ON other.mailbox = player.mailbox AND other.id <> player.id
    AND (other.email_confirmed_at IS NOT NULL OR player.email_confirmed_at IS NULL)
  LEFT JOIN limits.limits ON limits.player_id = other.id AND removed_at IS NULL AND ends_at IS NOT NULL
  WHERE other.status IN (3, 4) OR limits.id IS NOT NULL;
