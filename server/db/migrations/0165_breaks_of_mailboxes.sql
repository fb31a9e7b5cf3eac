-- Accounts of one mailbox, in whatever spelling, are one player's: a break, a block or a closure of one reaches the
-- others. Anybody can register with an address: what was done to an account that never confirmed it reaches no account
-- that did.
ALTER TABLE identity.players ADD COLUMN mailbox text GENERATED ALWAYS AS (identity.mailbox(email)) STORED;
DROP INDEX identity.players_mailbox;
CREATE INDEX players_mailbox ON identity.players (mailbox) WHERE mailbox IS NOT NULL;

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
