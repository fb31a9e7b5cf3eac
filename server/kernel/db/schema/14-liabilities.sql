-- Proof of liabilities: signed reports of what was owed to players, their Merkle sum trees, and the operator's
-- holdings.
CREATE SCHEMA liabilities;

-- Published reports. The signed statement contains the report's figures and the hash of the report before it.
CREATE TABLE liabilities.reports (
  number integer PRIMARY KEY CHECK (number > 0),
  id uuid NOT NULL UNIQUE,
  made_at timestamptz NOT NULL,
  statement text NOT NULL,
  public_key text NOT NULL,
  signature text NOT NULL,
  -- The last movement that the report may count: auditors compare it with the balances after that movement.
  last_movement_id bigint NOT NULL
);

-- The Merkle sum tree of each currency in a report.
CREATE TABLE liabilities.trees (
  report integer REFERENCES liabilities.reports (number),
  currency text,
  -- A power of two: leaves of zero are added, which hide the number of balances.
  leaves integer NOT NULL CHECK (leaves > 1),
  total bigint NOT NULL CHECK (total >= 0),
  root bytea NOT NULL,
  PRIMARY KEY (report, currency)
);

-- The operator's money at payment partners, at the time of a report.
CREATE TABLE liabilities.holdings (
  report integer REFERENCES liabilities.reports (number),
  holder text,
  currency text,
  amount bigint NOT NULL,
  PRIMARY KEY (report, holder, currency)
);

-- Leaves, from which players get their proofs; deleted after a month.
CREATE TABLE liabilities.leaves (
  report integer,
  player_id uuid,
  currency text,
  part smallint,
  position integer NOT NULL CHECK ("position" >= 0),
  amount bigint NOT NULL CHECK (amount >= 0),
  salt bytea NOT NULL,
  PRIMARY KEY (report, player_id, currency, part),
  UNIQUE (report, currency, "position")
);

-- All nodes of a level in one value. It is stored uncompressed so that a proof reads only the 40 bytes that it needs.
CREATE TABLE liabilities.levels (
  report integer,
  currency text,
  level smallint,
  nodes bytea NOT NULL,
  PRIMARY KEY (report, currency, level)
);
ALTER TABLE liabilities.levels ALTER COLUMN nodes SET STORAGE EXTERNAL;

-- The amount owed to players in each wallet: own money, open stakes with their tickets of jackpots, unpaid shares of
-- closed jackpots, and buy-ins of unfinished tournaments, which may be refunded.
CREATE VIEW liabilities.owed AS
  SELECT wallet.player_id, wallet.currency, wallet.created_at,
    (wallet.cash + wallet.held + wallet.vault + coalesce(rounds.staked, 0) + coalesce(bets.staked, 0)
      + coalesce(buy_ins.paid, 0) + coalesce(tickets.staked, 0) + coalesce(shares.unpaid, 0))::bigint AS amount
  FROM wallet.accounts AS wallet
  LEFT JOIN (
    SELECT player_id, currency, sum(greatest(stake - bonus_stake - won, 0)) AS staked
    FROM games.rounds WHERE status = 'open' GROUP BY 1, 2
  ) AS rounds ON rounds.player_id = wallet.player_id AND rounds.currency = wallet.currency
  LEFT JOIN (
    SELECT player_id, currency, sum(open_stake - floor(open_stake::numeric * bonus_stake / stake)) AS staked
    FROM sports.bets WHERE ended_at IS NULL AND free_bet_id IS NULL GROUP BY 1, 2
  ) AS bets ON bets.player_id = wallet.player_id AND bets.currency = wallet.currency
  LEFT JOIN (
    SELECT entered.player_id, account.currency, sum(entered.price) AS paid
    FROM rewards.tournament_entries AS entered
    JOIN rewards.tournament_runs AS run ON run.id = entered.run_id AND run.state <> 'finished'
    JOIN ledger.entries AS taken ON taken.movement_id = entered.movement_id
    JOIN ledger.accounts AS account ON account.id = taken.account_id AND account.player_id = entered.player_id
    WHERE entered.refunded_at IS NULL GROUP BY 1, 2
  ) AS buy_ins ON buy_ins.player_id = wallet.player_id AND buy_ins.currency = wallet.currency
  LEFT JOIN (
    SELECT player_id, currency, sum(side_stake) AS staked FROM jackpots.tickets WHERE state = 'open' GROUP BY 1, 2
  ) AS tickets ON tickets.player_id = wallet.player_id AND tickets.currency = wallet.currency
  LEFT JOIN (
    SELECT share.player_id, jackpot.currency, sum(share.amount) AS unpaid
    FROM jackpots.shares AS share JOIN jackpots.jackpots AS jackpot ON jackpot.id = share.jackpot_id
    WHERE share.paid_at IS NULL GROUP BY 1, 2
  ) AS shares ON shares.player_id = wallet.player_id AND shares.currency = wallet.currency;

-- The operator's money at payment partners, according to our ledger.
CREATE VIEW liabilities.held AS
  SELECT split_part(address, ':', 2) AS holder, currency, -balance AS amount
  FROM ledger.balances WHERE address LIKE 'clearing:%';

-- The pots of open jackpots, which are owed to those who win them or share them, and the terms.
CREATE VIEW liabilities.pots AS
  SELECT id, currency, draws, pots, side_stake, contributions, seeds, caps
  FROM jackpots.jackpots WHERE closed_at IS NULL;
