-- Payments that a person must look at: what the partner said of them, and how each was settled. `invoices.flag` names the open one.
CREATE TABLE payments.flags (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  invoice_id uuid NOT NULL REFERENCES payments.invoices,
  flag text NOT NULL,
  -- The partner's words; null where it was not the partner who raised it, or where it named no amount.
  state text,
  amount bigint CHECK (amount > 0),
  currency text,
  external_id text,
  -- The amount lies in the house's suspense account until this is settled.
  is_suspended boolean NOT NULL DEFAULT false,
  raised_at timestamptz NOT NULL,
  settled_at timestamptz,
  decision text CHECK (decision IN ('credit', 'send-back', 'keep', 'charge-house', 'charge-player', 'give-back', 'dismiss')),
  reason text,
  CHECK ((settled_at IS NULL) = (decision IS NULL) AND (decision IS NULL) = (reason IS NULL)),
  CHECK (NOT is_suspended OR (amount IS NOT NULL AND currency IS NOT NULL))
);
CREATE UNIQUE INDEX flags_open ON payments.flags (invoice_id) WHERE settled_at IS NULL;
-- What moved money once is not asked again; what was dismissed may turn out to be true.
CREATE UNIQUE INDEX flags_once ON payments.flags (invoice_id, flag) WHERE decision IS DISTINCT FROM 'dismiss';
CREATE INDEX flags_of_invoice ON payments.flags (invoice_id, id);

INSERT INTO payments.flags (invoice_id, flag, state, amount, currency, external_id, is_suspended, raised_at)
SELECT invoice.id, invoice.flag, CASE WHEN movement.id IS NULL THEN NULL ELSE 'succeeded' END, entry.amount, account.currency, invoice.external_id, movement.id IS NOT NULL, invoice.updated_at
FROM payments.invoices AS invoice
LEFT JOIN ledger.movements AS movement ON movement.reference_kind = 'invoice' AND movement.reference_id = invoice.id::text AND movement.kind = 'deposit-suspense'
LEFT JOIN ledger.entries AS entry ON entry.movement_id = movement.id AND entry.ordinal = 1
LEFT JOIN ledger.accounts AS account ON account.id = entry.account_id
WHERE invoice.flag IS NOT NULL;

-- Settled is settled, whatever the code believes.
CREATE FUNCTION payments.keep_settled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.settled_at IS NOT NULL THEN
    RAISE EXCEPTION 'flag % is settled', OLD.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_settled BEFORE UPDATE OR DELETE ON payments.flags FOR EACH ROW EXECUTE FUNCTION payments.keep_settled();
