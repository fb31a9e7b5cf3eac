-- Bets on sports: what the sportsbook calls for, what it decided, and what players owe after corrected payouts.
CREATE SCHEMA sports;

CREATE TABLE sports.bets (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  sportsbook text NOT NULL,
  -- The sportsbook's own id.
  bet_id text NOT NULL,
  player_id uuid NOT NULL,
  currency text NOT NULL,
  status text NOT NULL CHECK (status IN ('held', 'accepted', 'declined', 'settled', 'cashedOut', 'voided')),
  kind text NOT NULL CHECK (kind IN ('single', 'accumulator', 'system')),
  system_sizes int[] NOT NULL,
  is_each_way boolean NOT NULL,
  -- With the names that the player saw; later with the results.
  selections jsonb NOT NULL,
  odds_policy text NOT NULL CHECK (odds_policy IN ('never', 'higher', 'any')),
  stake bigint NOT NULL CHECK (stake > 0),
  -- The part that is not decided.
  open_stake bigint NOT NULL CHECK (open_stake BETWEEN 0 AND stake),
  -- Everything that the player is due for the bet, cash-outs included.
  payout bigint NOT NULL DEFAULT 0 CHECK (payout BETWEEN 0 AND maximum_payout),
  maximum_payout bigint NOT NULL,
  cashed_out_stake bigint NOT NULL DEFAULT 0 CHECK (cashed_out_stake BETWEEN 0 AND stake),
  cashed_out bigint NOT NULL DEFAULT 0,
  -- What the results pay by our own calculation; null where a decision states none.
  expected_payout bigint,
  -- The part of a corrected payout that could not be taken back.
  debt bigint NOT NULL DEFAULT 0 CHECK (debt >= 0),
  -- Of the last decision that had an effect; 0 before the first.
  sequence int NOT NULL DEFAULT 0,
  placed_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  ended_at timestamptz,
  UNIQUE (sportsbook, bet_id),
  CHECK ((status IN ('held', 'accepted')) = (ended_at IS NULL)),
  CHECK ((status IN ('held', 'accepted')) = (open_stake > 0)),
  FOREIGN KEY (player_id, currency) REFERENCES wallet.accounts (player_id, currency)
);
CREATE INDEX bets_of_player ON sports.bets (player_id, placed_at DESC, id DESC);
CREATE INDEX bets_open ON sports.bets (player_id) WHERE ended_at IS NULL;
CREATE INDEX bets_owed ON sports.bets (player_id, currency, changed_at) WHERE debt > 0;
CREATE INDEX bets_changed ON sports.bets (sportsbook, changed_at);

-- What the sportsbook decided about accepted bets, with reason and actor; also decisions that later ones had overtaken.
CREATE TABLE sports.decisions (
  bet uuid NOT NULL REFERENCES sports.bets (id),
  sequence int NOT NULL,
  call text NOT NULL,
  digest text NOT NULL,
  payout bigint NOT NULL,
  open_stake bigint NOT NULL,
  is_applied boolean NOT NULL,
  reason text,
  actor text,
  at timestamptz NOT NULL,
  PRIMARY KEY (bet, sequence)
);

-- Answered calls: the same request gets the same answer.
CREATE TABLE sports.requests (
  sportsbook text NOT NULL,
  request_id text NOT NULL,
  digest text NOT NULL,
  -- As text, so that a repeated request gets the very same bytes.
  answer json,
  at timestamptz NOT NULL,
  PRIMARY KEY (sportsbook, request_id)
);

-- Declines that arrived before their bet, which is then refused.
CREATE TABLE sports.tombstones (
  sportsbook text NOT NULL,
  bet_id text NOT NULL,
  reason text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (sportsbook, bet_id)
);

-- Differences between the sportsbook's list of bets and ours.
CREATE TABLE sports.discrepancies (
  sportsbook text NOT NULL,
  bet_id text NOT NULL,
  -- As the sportsbook listed it; null if it did not list the bet.
  theirs jsonb,
  found_at timestamptz NOT NULL,
  resolved_at timestamptz,
  PRIMARY KEY (sportsbook, bet_id)
);
CREATE INDEX discrepancies_open ON sports.discrepancies (found_at) WHERE resolved_at IS NULL;

-- Up to when bets are compared.
CREATE TABLE sports.comparisons (sportsbook text PRIMARY KEY, compared_to timestamptz NOT NULL);
