-- Bonus money and free bets on sports, and what each decision about a bet changed.
ALTER TABLE sports.bets
  -- The movement that took the stake.
  ADD COLUMN movement_id bigint,
  -- The bonus under whose terms the bet is; null without one.
  ADD COLUMN bonus_id uuid,
  -- The part of the stake that is bonus money. The same part of every payout is the bonus's.
  ADD COLUMN bonus_stake bigint NOT NULL DEFAULT 0 CHECK (bonus_stake BETWEEN 0 AND stake),
  -- How much of a settled stake counts towards the wagering requirement, in percent.
  ADD COLUMN bonus_percent int NOT NULL DEFAULT 0,
  -- The part of the payout that went to the bonus expense, because the bonus had ended; below zero where bonus money
  -- that had to be taken back was no longer there.
  ADD COLUMN forfeited bigint NOT NULL DEFAULT 0,
  -- Staked by the operator instead of the player.
  ADD COLUMN free_bet_id uuid,
  ADD CHECK (free_bet_id IS NULL OR bonus_stake = 0);
UPDATE sports.bets SET movement_id = movement.id FROM ledger.movements AS movement
  WHERE movement.reference_id = bets.id::text AND movement.reference_kind <> 'round' AND movement.kind = 'sports-bet';
ALTER TABLE sports.bets ALTER COLUMN movement_id SET NOT NULL;
CREATE INDEX bets_of_bonus ON sports.bets (bonus_id) WHERE bonus_stake > 0 AND ended_at IS NULL;

-- What a player was given, with its terms at that time. It has expired when its time is over, unless it is staked.
CREATE TABLE sports.free_bets (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  currency text NOT NULL,
  definition text NOT NULL,
  version int NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  -- The lowest odds of each selection.
  min_odds text NOT NULL,
  names jsonb NOT NULL,
  -- The bet that is staked or was decided with it; null while it can be used.
  bet uuid REFERENCES sports.bets (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  FOREIGN KEY (player_id, currency) REFERENCES wallet.accounts (player_id, currency)
);
CREATE INDEX free_bets_of_player ON sports.free_bets (player_id, expires_at) WHERE bet IS NULL;

-- The player's own part of an open stake, as of an open round: neither bonus money nor a free bet.
CREATE OR REPLACE VIEW liabilities.owed AS
  SELECT wallet.player_id, wallet.currency, wallet.created_at,
    (wallet.cash + wallet.held + wallet.vault + coalesce(rounds.staked, 0) + coalesce(bets.staked, 0))::bigint AS amount
  FROM wallet.accounts AS wallet
  LEFT JOIN (
    SELECT player_id, currency, sum(greatest(stake - bonus_stake - won, 0)) AS staked
    FROM games.rounds WHERE status = 'open' GROUP BY 1, 2
  ) AS rounds ON rounds.player_id = wallet.player_id AND rounds.currency = wallet.currency
  LEFT JOIN (
    SELECT player_id, currency, sum(open_stake - floor(open_stake::numeric * bonus_stake / stake)) AS staked
    FROM sports.bets WHERE ended_at IS NULL AND free_bet_id IS NULL GROUP BY 1, 2
  ) AS bets ON bets.player_id = wallet.player_id AND bets.currency = wallet.currency;

-- For consumers of play: what each decision changed. Amounts are differences, below zero where less counts than before.
ALTER TABLE sports.decisions
  -- Null for a decision that was overtaken.
  ADD COLUMN movement_id bigint,
  -- Stake that was decided and is not void, and what was paid for it.
  ADD COLUMN staked bigint NOT NULL DEFAULT 0,
  ADD COLUMN won bigint NOT NULL DEFAULT 0,
  -- Stake that was settled by its results, not cashed out.
  ADD COLUMN settled bigint NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX decisions_by_movement ON sports.decisions (movement_id);
