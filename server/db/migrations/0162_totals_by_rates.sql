-- What was staked or lost in another currency than a limit's counts at the rate of its moment: a wallet whose player
-- has a limit on play notes its totals when it first moves under new rates (functions/08-limits.sql).
CREATE TABLE limits.totals_by_rates (
  player_id uuid NOT NULL,
  currency text NOT NULL,
  -- Of `reference.versions`: the rates of what was counted from here to the wallet's next row.
  version integer NOT NULL,
  -- The totals of the wallet, and the last movement before them.
  staked numeric NOT NULL,
  lost numeric NOT NULL,
  after_movement bigint NOT NULL,
  PRIMARY KEY (player_id, currency, version)
);

-- The version of the rates under which a wallet's room was read; null before its first movement with a limit.
ALTER TABLE wallet.accounts ADD COLUMN room_rates integer;
