-- Bets on sports: the calls of the sportsbook, its decisions, free bets, and debts from corrected payouts.
CREATE SCHEMA sports;

-- Bets on sports, with all amounts after the latest decision.
CREATE TABLE sports.bets (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  sportsbook text NOT NULL,
  -- The id at the sportsbook.
  bet_id text NOT NULL,
  player_id uuid NOT NULL,
  currency text NOT NULL,
  status text NOT NULL CHECK (status IN ('held', 'accepted', 'declined', 'settled', 'cashedOut', 'voided')),
  kind text NOT NULL CHECK (kind IN ('single', 'accumulator', 'system')),
  system_sizes integer[] NOT NULL,
  is_each_way boolean NOT NULL,
  -- The selections with the names that the player saw, and later their results.
  selections jsonb NOT NULL,
  odds_policy text NOT NULL CHECK (odds_policy IN ('never', 'higher', 'any')),
  stake bigint NOT NULL CHECK (stake > 0),
  -- The part of the stake that is not decided yet.
  open_stake bigint NOT NULL,
  -- The total paid to the player for the bet, including cash-outs.
  payout bigint NOT NULL DEFAULT 0,
  maximum_payout bigint NOT NULL,
  cashed_out_stake bigint NOT NULL DEFAULT 0,
  cashed_out bigint NOT NULL DEFAULT 0,
  -- The payout of the results by our own calculation; null if a decision does not state the results.
  expected_payout bigint,
  -- The part of a corrected payout that could not be recovered.
  debt bigint NOT NULL DEFAULT 0 CHECK (debt >= 0),
  -- The sequence of the last decision that had an effect; 0 before the first.
  sequence integer NOT NULL DEFAULT 0,
  placed_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- The movement that took the stake.
  movement_id bigint NOT NULL,
  -- The bonus whose terms apply to the bet; null without one.
  bonus_id uuid,
  -- The part of the stake that is bonus money. The same proportion of each payout belongs to the bonus.
  bonus_stake bigint NOT NULL DEFAULT 0,
  -- The contribution of a settled stake to the wagering requirement, in percent.
  bonus_percent integer NOT NULL DEFAULT 0,
  -- The part of the payout that was posted to the bonus expense because the bonus had ended; negative if bonus money to
  -- be recovered was no longer there.
  forfeited bigint NOT NULL DEFAULT 0,
  -- The free bet with which the operator staked; null if the player did.
  free_bet_id uuid,
  -- The bet whose cash-out bought this one; null for a bet that its player placed.
  replaces uuid REFERENCES sports.bets (id),
  -- The lowest odds of the selections in thousandths, for points and tasks of quests.
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
CREATE INDEX bets_by_number ON sports.bets (bet_id);
CREATE INDEX bets_open ON sports.bets (player_id) WHERE ended_at IS NULL;
CREATE INDEX bets_owed ON sports.bets (player_id, currency, changed_at) WHERE debt > 0;
CREATE INDEX bets_changed ON sports.bets (sportsbook, changed_at);
-- Finds bets that need an operator's attention.
CREATE INDEX bets_held ON sports.bets (placed_at) WHERE status = 'held';
CREATE INDEX bets_miscalculated ON sports.bets (changed_at) WHERE expected_payout <> payout;
CREATE INDEX bets_of_bonus ON sports.bets (bonus_id) WHERE (bonus_stake > 0) AND (ended_at IS NULL);

-- Decisions of the sportsbook about accepted bets, including those that later ones overtook, which had no effect.
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
  -- The movement of the decision, for consumers of play; null for a decision that was overtaken. The amounts below are
  -- differences, negative where less counts than before.
  movement_id bigint,
  -- Stake that was decided and is not void, and the payout for it.
  staked bigint NOT NULL DEFAULT 0,
  won bigint NOT NULL DEFAULT 0,
  -- Stake that was settled by its results, not cashed out.
  settled bigint NOT NULL DEFAULT 0,
  -- The request with the decision. Some sportsbooks refer to it when they revoke the decision.
  request_id text,
  PRIMARY KEY (bet, sequence)
);
CREATE UNIQUE INDEX decisions_by_movement ON sports.decisions (movement_id);

-- Answered calls of the sportsbook: a repeated request gets the same answer.
CREATE TABLE sports.requests (
  sportsbook text,
  request_id text,
  digest text NOT NULL,
  -- Stored as text, so that a repeated request gets the same bytes.
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
  -- The bet as listed by the sportsbook; null if it is not listed.
  theirs jsonb,
  found_at timestamptz NOT NULL,
  resolved_at timestamptz,
  PRIMARY KEY (sportsbook, bet_id)
);
CREATE INDEX discrepancies_open ON sports.discrepancies (found_at) WHERE resolved_at IS NULL;

-- The time up to which bets were compared.
CREATE TABLE sports.comparisons (
  sportsbook text PRIMARY KEY,
  compared_to timestamptz NOT NULL
);

-- Free bets granted to players, with their terms at that time. A free bet that is not staked by `expires_at` has
-- expired.
CREATE TABLE sports.free_bets (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  currency text NOT NULL,
  definition text NOT NULL,
  version integer NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  -- The lowest odds permitted for each selection.
  min_odds text NOT NULL,
  names jsonb NOT NULL,
  -- The bet that used it, open or decided; null while it can be used.
  bet uuid REFERENCES sports.bets (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  FOREIGN KEY (player_id, currency) REFERENCES wallet.accounts (player_id, currency)
);
CREATE INDEX free_bets_by_time ON sports.free_bets (player_id, created_at DESC);
CREATE INDEX free_bets_of_player ON sports.free_bets (player_id, expires_at) WHERE bet IS NULL;

-- Accounts that a corrected bet paid into after they had been closed. An operator pays out their balance outside the
-- site.
CREATE TABLE sports.late_payouts (
  player_id uuid,
  currency text,
  at timestamptz NOT NULL,
  PRIMARY KEY (player_id, currency)
);
