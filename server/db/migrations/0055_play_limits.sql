-- Limits on stakes, losses, time of play and the stake of one round, decided by the posting function (functions/08-limits.sql).

-- Stakes of cash and bonus money, and cash staked minus cash won, over all time: only differences count.
ALTER TABLE wallet.accounts
  ADD COLUMN staked bigint NOT NULL DEFAULT 0,
  ADD COLUMN lost bigint NOT NULL DEFAULT 0,
  -- What can be staked, lost and staked in one round before the limits are read again; null without such a limit.
  ADD COLUMN room_stake bigint,
  ADD COLUMN room_loss bigint,
  ADD COLUMN room_most bigint,
  -- Null for players without a limit on play.
  ADD COLUMN room_until timestamptz;

ALTER TABLE limits.limits DROP CONSTRAINT limits_definition_check;
ALTER TABLE limits.limits DROP CONSTRAINT limits_check;
ALTER TABLE limits.limits DROP CONSTRAINT limits_check1;
ALTER TABLE limits.limits
  -- 6 time of play, in minutes; 7 stake of one round.
  ADD CONSTRAINT known_definition CHECK (definition BETWEEN 1 AND 7),
  ADD CONSTRAINT term_or_amount CHECK ((definition IN (4, 5)) = (ends_at IS NOT NULL) AND (ends_at IS NULL) = (amount IS NOT NULL)),
  ADD CONSTRAINT money_has_currency CHECK ((definition IN (1, 2, 3, 7)) = (currency IS NOT NULL)),
  -- The player's time zone when the limit was set: changing it later starts no new period.
  ADD COLUMN zone text NOT NULL DEFAULT 'UTC',
  -- The period that the posting function counts, from where, and the last movement before it.
  ADD COLUMN window_from timestamptz,
  ADD COLUMN window_to timestamptz,
  ADD COLUMN counted_from jsonb,
  ADD COLUMN after_movement bigint;
DROP INDEX limits.limits_one_of_a_kind;
CREATE UNIQUE INDEX limits_one_of_a_kind ON limits.limits (player_id, definition, period, coalesce(currency, '')) WHERE removed_at IS NULL AND definition NOT IN (4, 5);

-- Players with a limit on play.
CREATE TABLE limits.play (
  player_id uuid PRIMARY KEY,
  -- More than one wallet: a bet locks them all.
  has_wallets boolean NOT NULL DEFAULT false,
  played_ms numeric NOT NULL DEFAULT 0,
  seen_at timestamptz
);
CREATE INDEX play_of_wallets ON limits.play (player_id) WHERE has_wallets;

-- A new wallet of such a player starts without room.
CREATE FUNCTION limits.start_without_room() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  -- Who sets the first limit waits for it, and the other way round (server/modules/limits/internal/lock-play.ts).
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.player_id::text, 55));
  UPDATE limits.play SET has_wallets = EXISTS (SELECT FROM wallet.accounts WHERE player_id = NEW.player_id) WHERE player_id = NEW.player_id;
  IF FOUND THEN NEW.room_until := '-infinity'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER start_without_room BEFORE INSERT ON wallet.accounts FOR EACH ROW EXECUTE FUNCTION limits.start_without_room();
