-- Payments: invoices with their history, the inbox of partner notices and the queue of pay-outs.
CREATE SCHEMA payments;

CREATE SEQUENCE payments.invoice_numbers START 100001;

CREATE TABLE payments.invoices (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE DEFAULT 'F' || nextval('payments.invoice_numbers'),
  player_id uuid NOT NULL,
  account_id uuid NOT NULL,
  type smallint NOT NULL CHECK (type IN (1, 2)),
  status smallint NOT NULL DEFAULT 1 CHECK (status IN (1, 2, 3)),
  stage text NOT NULL DEFAULT 'created',
  partner text NOT NULL,
  method text NOT NULL,
  currency text NOT NULL,
  -- Null only while a deposit address waits: there the payer decides the amount.
  amount bigint CHECK (amount > 0),
  network text,
  fields jsonb NOT NULL DEFAULT '{}',
  public_data jsonb NOT NULL DEFAULT '{}',
  -- What the partner answered when asked (action, fields, address, tag), so that a repeat gives the same.
  partner_answer jsonb,
  external_id text,
  -- A success that came after its invoice was final is an invoice of its own, one at most.
  late_of uuid UNIQUE REFERENCES payments.invoices (id),
  -- Why a person should look at it; null where nothing is odd.
  flag text,
  idempotency_key uuid,
  request_hash text,
  version integer NOT NULL DEFAULT 1,
  next_check_at timestamptz,
  checks integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (status <> 2 OR amount IS NOT NULL),
  UNIQUE (partner, external_id, type),
  UNIQUE (player_id, idempotency_key)
);
CREATE INDEX invoices_of_player ON payments.invoices (player_id, created_at DESC);
CREATE INDEX invoices_to_check ON payments.invoices (next_check_at) WHERE status = 1;
-- A deposit address is handed out again until something arrives at it.
CREATE UNIQUE INDEX invoices_open_address ON payments.invoices (account_id, method, network)
  WHERE type = 1 AND status = 1 AND amount IS NULL;

-- Final is final, whatever the code believes.
CREATE FUNCTION payments.keep_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 1 AND (NEW.status, NEW.amount, NEW.currency, NEW.player_id) IS DISTINCT FROM (OLD.status, OLD.amount, OLD.currency, OLD.player_id) THEN
    RAISE EXCEPTION 'invoice % is final', OLD.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_final BEFORE UPDATE ON payments.invoices FOR EACH ROW EXECUTE FUNCTION payments.keep_final();

CREATE TABLE payments.invoice_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  invoice_id uuid NOT NULL REFERENCES payments.invoices (id),
  stage text NOT NULL,
  note text,
  at timestamptz NOT NULL
);
CREATE INDEX invoice_events_of_invoice ON payments.invoice_events (invoice_id, id);

-- The inbox: a verified notice is stored, answered with 2xx, and only then worked on.
CREATE TABLE payments.callbacks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partner text NOT NULL,
  event_id text NOT NULL,
  body text NOT NULL,
  received_at timestamptz NOT NULL,
  next_attempt_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  processed_at timestamptz,
  outcome text,
  UNIQUE (partner, event_id)
);
CREATE INDEX callbacks_open ON payments.callbacks (next_attempt_at) WHERE processed_at IS NULL;

CREATE TABLE payments.payouts (
  invoice_id uuid PRIMARY KEY REFERENCES payments.invoices (id),
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'accepted', 'closed')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL
);
CREATE INDEX payouts_due ON payments.payouts (next_attempt_at) WHERE state IN ('queued', 'sending');

-- Play and payments use one account of a player, and two switches at once must not leave two.
CREATE UNIQUE INDEX accounts_one_active ON wallet.accounts (player_id) WHERE status = 1;
