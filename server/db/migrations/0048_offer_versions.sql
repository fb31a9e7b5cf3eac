-- Offers of bonuses are versioned definitions: a grant, and a deposit that was started for one, name the version that was accepted.
-- Those made before came from a file, which is version 1.
ALTER TABLE bonuses.player_bonuses ADD COLUMN offer_version integer NOT NULL DEFAULT 1 CHECK (offer_version > 0);
ALTER TABLE bonuses.player_bonuses ALTER COLUMN offer_version DROP DEFAULT;
ALTER TABLE bonuses.player_freespins ADD COLUMN offer_version integer NOT NULL DEFAULT 1 CHECK (offer_version > 0);
ALTER TABLE bonuses.player_freespins ALTER COLUMN offer_version DROP DEFAULT;
ALTER TABLE payments.invoices ADD COLUMN bonus_version integer CHECK (bonus_version > 0);

-- How much of a stake counts, by kind of game and by game, in percent; what was excluded counts nothing.
UPDATE bonuses.player_bonuses SET terms = (terms - 'excludedGames') || jsonb_build_object('contribution', jsonb_build_object(
  'kinds', '{"slot": 100, "dice": 100}'::jsonb,
  'games', (SELECT coalesce(jsonb_object_agg(game, 0), '{}') FROM jsonb_array_elements_text(terms -> 'excludedGames') AS game)))
WHERE terms ? 'excludedGames';
