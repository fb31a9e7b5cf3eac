-- Whether a round of a bonus is open. The state of a round is no part of it: its change would then write every index.
CREATE INDEX rounds_of_bonuses ON games.rounds (bonus_id) WHERE bonus_id IS NOT NULL;
