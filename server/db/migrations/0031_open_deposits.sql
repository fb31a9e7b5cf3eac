-- Deposits that the house has given up and the partner may still let the payer pay: asked to be cancelled until the
-- partner says that nothing can come any more. Until then each keeps its place in the player's limits.
CREATE TABLE payments.cancellations (
  invoice_id uuid PRIMARY KEY REFERENCES payments.invoices (id),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  requested_at timestamptz NOT NULL,
  -- The partner's final word on it.
  ended_at timestamptz
);
CREATE INDEX cancellations_due ON payments.cancellations (next_attempt_at) WHERE ended_at IS NULL;

-- Credited before limits were kept: the number of a deposit is counted from these rows.
INSERT INTO limits.deposits (invoice_id, player_id, currency, amount, at, is_credited)
SELECT id, player_id, currency, amount, updated_at, true FROM payments.invoices WHERE type = 1 AND status = 2
ON CONFLICT (invoice_id) DO NOTHING;
