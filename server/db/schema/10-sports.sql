-- Bets on sports: what the sportsbook calls for, what it decided, and what players owe after corrected payouts.
CREATE SCHEMA sports;

CREATE TABLE sports.bets (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  sportsbook text NOT NULL,
  -- The sportsbook's own id.
  bet_id text NOT NULL,
  player_id uuid NOT NULL,
  currency text NOT NULL,
  status text NOT NULL CHECK (status IN ('held', 'accepted', 'declined', 'settled', 'cashedOut', 'voided')),
  kind text NOT NULL CHECK (kind IN ('single', 'accumulator', 'system')),
  system_sizes integer[] NOT NULL,
  is_each_way boolean NOT NULL,
  -- With the names that the player saw; later with the results.
  selections jsonb NOT NULL,
  odds_policy text NOT NULL CHECK (odds_policy IN ('never', 'higher', 'any')),
  stake bigint NOT NULL CHECK (stake > 0),
  -- The part that is not decided.
  open_stake bigint NOT NULL,
  -- Everything that the player is due for the bet, cash-outs included.
  payout bigint NOT NULL DEFAULT 0,
  maximum_payout bigint NOT NULL,
  cashed_out_stake bigint NOT NULL DEFAULT 0,
  cashed_out bigint NOT NULL DEFAULT 0,
  -- What the results pay by our own calculation; null where a decision states none.
  expected_payout bigint,
  -- The part of a corrected payout that could not be taken back.
  debt bigint NOT NULL DEFAULT 0 CHECK (debt >= 0),
  -- Of the last decision that had an effect; 0 before the first.
  sequence integer NOT NULL DEFAULT 0,
  placed_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- Bonus money and free bets on sports, and what each decision about a bet changed.
  -- The movement that took the stake.
  movement_id bigint NOT NULL,
  -- The bonus under whose terms the bet is; null without one.
  bonus_id uuid,
  -- The part of the stake that is bonus money. The same part of every payout is the bonus's.
  bonus_stake bigint NOT NULL DEFAULT 0,
  -- How much of a settled stake counts towards the wagering requirement, in percent.
  bonus_percent integer NOT NULL DEFAULT 0,
  -- The part of the payout that went to the bonus expense, because the bonus had ended; below zero where bonus money
  -- that had to be taken back was no longer there.
  forfeited bigint NOT NULL DEFAULT 0,
  -- Staked by the operator instead of the player.
  free_bet_id uuid,
  -- Bets on sports in rewards: the lowest odds of a bet, its part of a week's net loss, and a task of quests.
  lowest_odds bigint NOT NULL,
  CHECK (open_stake BETWEEN 0 AND stake),
  CHECK (payout BETWEEN 0 AND maximum_payout),
  CHECK (cashed_out_stake BETWEEN 0 AND stake),
  CHECK ((status IN ('held', 'accepted')) = (ended_at IS NULL)),
  CHECK ((status IN ('held', 'accepted')) = (open_stake > 0)),
  UNIQUE (sportsbook, bet_id),
  FOREIGN KEY (player_id, currency) REFERENCES wallet.accounts (player_id, currency),
  CHECK (bonus_stake BETWEEN 0 AND stake),
  CHECK (free_bet_id IS NULL OR bonus_stake = 0)
);
CREATE INDEX bets_of_player ON sports.bets (player_id, placed_at DESC, id DESC);
CREATE INDEX bets_open ON sports.bets (player_id) WHERE ended_at IS NULL;
CREATE INDEX bets_owed ON sports.bets (player_id, currency, changed_at) WHERE debt > 0;
CREATE INDEX bets_changed ON sports.bets (sportsbook, changed_at);
-- What operators look for among all bets.
CREATE INDEX bets_held ON sports.bets (placed_at) WHERE status = 'held';
CREATE INDEX bets_miscalculated ON sports.bets (changed_at) WHERE expected_payout <> payout;
CREATE INDEX bets_of_bonus ON sports.bets (bonus_id) WHERE (bonus_stake > 0) AND (ended_at IS NULL);

-- What the sportsbook decided about accepted bets, with reason and actor; also decisions that later ones had overtaken.
CREATE TABLE sports.decisions (
  bet uuid REFERENCES sports.bets (id),
  sequence integer,
  call text NOT NULL,
  digest text NOT NULL,
  payout bigint NOT NULL,
  open_stake bigint NOT NULL,
  is_applied boolean NOT NULL,
  reason text,
  actor text,
  at timestamptz NOT NULL,
  -- For consumers of play: what each decision changed. Amounts are differences, below zero where less counts than before.
  -- Null for a decision that was overtaken.
  movement_id bigint,
  -- Stake that was decided and is not void, and what was paid for it.
  staked bigint NOT NULL DEFAULT 0,
  won bigint NOT NULL DEFAULT 0,
  -- Stake that was settled by its results, not cashed out.
  settled bigint NOT NULL DEFAULT 0,
  -- The request that decided: a sportsbook that states transactions names it when it takes one back.
  request_id text,
  PRIMARY KEY (bet, sequence)
);
CREATE UNIQUE INDEX decisions_by_movement ON sports.decisions (movement_id);

-- Answered calls: the same request gets the same answer.
CREATE TABLE sports.requests (
  sportsbook text,
  request_id text,
  digest text NOT NULL,
  -- As text, so that a repeated request gets the very same bytes.
  answer text,
  at timestamptz NOT NULL,
  PRIMARY KEY (sportsbook, request_id)
);

-- Declines that arrived before their bet, which is then refused.
CREATE TABLE sports.tombstones (
  sportsbook text,
  bet_id text,
  reason text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (sportsbook, bet_id)
);

-- Differences between the sportsbook's list of bets and ours.
CREATE TABLE sports.discrepancies (
  sportsbook text,
  bet_id text,
  -- As the sportsbook listed it; null if it did not list the bet.
  theirs jsonb,
  found_at timestamptz NOT NULL,
  resolved_at timestamptz,
  PRIMARY KEY (sportsbook, bet_id)
);
CREATE INDEX discrepancies_open ON sports.discrepancies (found_at) WHERE resolved_at IS NULL;

-- Up to when bets are compared.
CREATE TABLE sports.comparisons (
  sportsbook text PRIMARY KEY,
  compared_to timestamptz NOT NULL
);

-- What a player was given, with its terms at that time. It has expired when its time is over, unless it is staked.
CREATE TABLE sports.free_bets (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  currency text NOT NULL,
  definition text NOT NULL,
  version integer NOT NULL,
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

-- Accounts that were closed before a correction of a bet paid into them: an operator pays what is there outside.
CREATE TABLE sports.late_payouts (
  player_id uuid,
  currency text,
  at timestamptz NOT NULL,
  PRIMARY KEY (player_id, currency)
);
