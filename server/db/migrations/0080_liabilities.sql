-- Proof of liabilities: what was owed to players at a moment, as Merkle sum trees whose roots are signed and published.

CREATE SCHEMA liabilities;

-- Signed text that names the figures of the report and the hash of the report before it.
CREATE TABLE liabilities.reports (
  number integer PRIMARY KEY CHECK (number > 0),
  id uuid NOT NULL UNIQUE,
  made_at timestamptz NOT NULL,
  statement text NOT NULL,
  public_key text NOT NULL,
  signature text NOT NULL
);

CREATE TABLE liabilities.trees (
  report integer NOT NULL REFERENCES liabilities.reports,
  currency text NOT NULL,
  -- A power of two: further leaves of zero hide how many balances there are.
  leaves integer NOT NULL CHECK (leaves > 1),
  total bigint NOT NULL CHECK (total >= 0),
  root bytea NOT NULL,
  PRIMARY KEY (report, currency)
);

CREATE TABLE liabilities.holdings (
  report integer NOT NULL REFERENCES liabilities.reports,
  holder text NOT NULL,
  currency text NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (report, holder, currency)
);

-- What a player needs for a proof; deleted after a month.
CREATE TABLE liabilities.leaves (
  report integer NOT NULL REFERENCES liabilities.reports,
  player_id uuid NOT NULL,
  currency text NOT NULL,
  part smallint NOT NULL,
  position integer NOT NULL CHECK (position >= 0),
  amount bigint NOT NULL CHECK (amount >= 0),
  salt bytea NOT NULL,
  PRIMARY KEY (report, player_id, currency, part),
  UNIQUE (report, currency, position)
);

-- All nodes of a level in one value, of which a proof reads 40 bytes: uncompressed, so that it reads nothing else.
CREATE TABLE liabilities.levels (
  report integer NOT NULL REFERENCES liabilities.reports,
  currency text NOT NULL,
  level smallint NOT NULL,
  nodes bytea NOT NULL,
  PRIMARY KEY (report, currency, level)
);
ALTER TABLE liabilities.levels ALTER COLUMN nodes SET STORAGE EXTERNAL;

-- The player's own money: also in hidden accounts, in the vault, in withdrawals under way, and staked in rounds that are
-- still open. Bonus money is not owed before its wagering requirement is met.
CREATE VIEW liabilities.owed AS
  SELECT wallet.player_id, wallet.currency, wallet.created_at,
    (wallet.cash + wallet.held + wallet.vault + coalesce(open.staked, 0))::bigint AS amount
  FROM wallet.accounts AS wallet
  LEFT JOIN (
    SELECT player_id, currency, sum(greatest(stake - bonus_stake - won, 0)) AS staked
    FROM games.rounds WHERE status = 'open' GROUP BY 1, 2
  ) AS open ON open.player_id = wallet.player_id AND open.currency = wallet.currency;

-- What payment partners hold, by our books.
CREATE VIEW liabilities.held AS
  SELECT split_part(address, ':', 2) AS holder, currency, -balance AS amount
  FROM ledger.balances WHERE address LIKE 'clearing:%';
