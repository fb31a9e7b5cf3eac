-- Consumers read rounds in the order in which they were settled. Without this index each of them looks every movement
-- of its range up among the rounds, although half of them are stakes that settled none.
CREATE INDEX rounds_settled ON games.rounds (last_movement_id) WHERE status = 'settled';

CREATE OR REPLACE VIEW games.settled_rounds AS
  SELECT round.last_movement_id AS movement_id, movement.created_at AS settled_at, round.id AS round_id, round.studio, round.game_id,
    round.player_id, round.currency, round.stake, round.won, round.bonus_stake, round.free_stake, round.created_at AS bet_at
  FROM games.rounds AS round
  JOIN ledger.movements AS movement ON movement.id = round.last_movement_id AND movement.reference_id = round.id
  WHERE round.status = 'settled' AND movement.reference_kind = 'round' AND movement.actor = 'studio:' || round.studio;
