-- Quotes of swaps: a newer quote of the same pair, in either direction, takes the place of the one before.
CREATE INDEX swaps_open_quotes ON wallet.swaps (player_id) WHERE confirmed_at IS NULL;
