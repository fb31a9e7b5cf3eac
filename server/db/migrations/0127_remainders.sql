-- What a partner credited below a subunit, which the ledger cannot book: once for each movement that it belongs to.
CREATE TABLE ledger.remainders (
  actor text NOT NULL,
  idempotency_key text NOT NULL,
  currency text NOT NULL,
  -- Of a subunit.
  amount numeric NOT NULL CHECK (amount > 0 AND amount < 1),
  noted_at timestamptz NOT NULL,
  PRIMARY KEY (actor, idempotency_key)
);

-- Rollbacks of bets that were paid already: accepted without effect, so that the studio ends its repeats.
CREATE TABLE studios.late_rollbacks (
  studio text NOT NULL,
  transaction_id text NOT NULL,
  bet_transaction_id text NOT NULL,
  round_id text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (studio, transaction_id)
);
