-- Payments: invoices with their history, the inbox of partner notices and the queue of pay-outs.
CREATE SCHEMA payments;

CREATE SEQUENCE payments.invoice_numbers START 100001;

CREATE TABLE payments.invoices (
  id uuid PRIMARY KEY,
  number text NOT NULL DEFAULT ('F' || nextval('payments.invoice_numbers')) UNIQUE,
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
  -- The bonus that the player chose with a deposit.
  bonus_id text,
  -- Pay-outs that an operator looks at first, what players are told of the time, and where partners' books say otherwise.
  -- A digest of where a withdrawal goes: the same place has the same one.
  destination text,
  -- Null where no operator is asked. Nothing is sent while it is open.
  review text CHECK (review IN ('open', 'approved', 'declined', 'withdrawn')),
  review_reasons text[] NOT NULL DEFAULT '{}',
  -- What the player was last told; a promise is not moved by what happens to others.
  expected_by timestamptz,
  ended_at timestamptz,
  -- The player last chose the bonus of a deposit address at this moment: its amounts are those of the rates at that time.
  bonus_chosen_at timestamptz,
  -- Who or what closed a declined invoice; null where it is not known, and in every other state.
  closed_by text CHECK (closed_by IN ('player', 'partner', 'exclusion', 'account-closure')),
  bonus_version integer CHECK (bonus_version > 0),
  -- Whether the player may cancel the withdrawal, by the policy at its request.
  is_cancellable boolean NOT NULL DEFAULT true,
  -- The session in which the bonus of a deposit was chosen: the bonus names it as the session that issued it.
  bonus_session_id uuid,
  -- What a partner received for a deposit beyond what is booked of it, such as a second payment: a deposit of its own.
  excess_of uuid REFERENCES payments.invoices (id),
  -- What a player owes for a payment that was reversed, or paid out twice, after the money had been spent.
  debt bigint NOT NULL DEFAULT 0 CHECK (debt >= 0),
  CHECK (status <> 2 OR amount IS NOT NULL),
  UNIQUE (partner, external_id, type),
  UNIQUE (player_id, idempotency_key),
  CHECK (review IS NULL OR type = 2)
);
CREATE INDEX invoices_of_player ON payments.invoices (player_id, created_at DESC);
CREATE INDEX invoices_to_check ON payments.invoices (next_check_at) WHERE status = 1;
CREATE INDEX invoices_in_review ON payments.invoices (created_at) WHERE review = 'open';
CREATE INDEX invoices_paid_out ON payments.invoices (ended_at) WHERE (type = 2) AND (status = 2);
CREATE INDEX invoices_of_destination ON payments.invoices (player_id, destination) WHERE destination IS NOT NULL;
-- A deposit address is handed out again until something arrives at it.
CREATE UNIQUE INDEX invoices_open_address ON payments.invoices (account_id, method, network) NULLS NOT DISTINCT
  WHERE (type = 1) AND (status = 1) AND (amount IS NULL);
CREATE INDEX invoices_by_destination ON payments.invoices (destination, player_id) WHERE destination IS NOT NULL;
CREATE INDEX invoices_excess ON payments.invoices (excess_of) WHERE excess_of IS NOT NULL;
CREATE INDEX invoices_owed ON payments.invoices (player_id) WHERE debt > 0;

-- Final is final, whatever the code believes.
CREATE FUNCTION payments.keep_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 1 AND (NEW.status, NEW.amount, NEW.currency, NEW.player_id) IS DISTINCT FROM (OLD.status, OLD.amount, OLD.currency, OLD.player_id) THEN
    RAISE EXCEPTION 'invoice % is final', OLD.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_final BEFORE UPDATE ON payments.invoices FOR EACH ROW EXECUTE FUNCTION payments.keep_final();

-- An operator decides once, whatever the code believes.
CREATE FUNCTION payments.keep_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.review IS DISTINCT FROM NEW.review AND OLD.review IS NOT NULL AND OLD.review <> 'open' THEN
    RAISE EXCEPTION 'withdrawal % is decided', OLD.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_review BEFORE UPDATE ON payments.invoices FOR EACH ROW EXECUTE FUNCTION payments.keep_review();

CREATE TABLE payments.invoice_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  invoice_id uuid NOT NULL REFERENCES payments.invoices (id),
  stage text NOT NULL,
  note text,
  at timestamptz NOT NULL
);
-- A page of payments shows the stages of each: with them in the index, reading them does not touch the table.
CREATE INDEX invoice_events_timeline ON payments.invoice_events (invoice_id, id) INCLUDE (stage, at);

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

-- Nothing leaves before it is approved.
CREATE FUNCTION payments.refuse_unapproved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM payments.invoices WHERE id = NEW.invoice_id AND review IN ('open', 'declined', 'withdrawn')) THEN
    RAISE EXCEPTION 'withdrawal % is not approved', NEW.invoice_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refuse_unapproved BEFORE INSERT ON payments.payouts
  FOR EACH ROW EXECUTE FUNCTION payments.refuse_unapproved();

-- What a partner's statement and the books do not agree on. Kept until both agree; never corrected by the house itself.
CREATE TABLE payments.breaks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partner text NOT NULL,
  subject text NOT NULL CHECK (subject IN ('payment', 'payout')),
  external_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('not-in-books', 'not-at-partner', 'other-amount', 'counted-twice')),
  invoice_id uuid,
  -- Both sides as they were seen, for the person who looks.
  detail jsonb NOT NULL,
  happened_at timestamptz NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  resolved_at timestamptz,
  UNIQUE (partner, subject, external_id, kind)
);
CREATE INDEX breaks_open ON payments.breaks (partner, happened_at) WHERE resolved_at IS NULL;

-- Up to where each partner's books were compared.
CREATE TABLE payments.comparisons (
  partner text PRIMARY KEY,
  compared_at timestamptz NOT NULL
);

-- Payments that a person must look at: what the partner said of them, and how each was settled. `invoices.flag` names the open one.
CREATE TABLE payments.flags (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  invoice_id uuid NOT NULL REFERENCES payments.invoices (id),
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
  decision text
    CHECK (decision IN ('credit', 'send-back', 'keep', 'charge-house', 'charge-player', 'give-back', 'dismiss')),
  reason text,
  -- A payment can be disputed, restored and disputed again: what was decided before does not keep it from being flagged.
  decided_before integer NOT NULL DEFAULT 0,
  CHECK ((settled_at IS NULL) = (decision IS NULL) AND (decision IS NULL) = (reason IS NULL)),
  CHECK (NOT is_suspended OR amount IS NOT NULL AND currency IS NOT NULL)
);
CREATE UNIQUE INDEX flags_open ON payments.flags (invoice_id) WHERE settled_at IS NULL;
CREATE INDEX flags_of_invoice ON payments.flags (invoice_id, id);
-- What moved money once is not asked again; what was dismissed may turn out to be true.
CREATE UNIQUE INDEX flags_once ON payments.flags (invoice_id, flag, decided_before)
  WHERE decision IS DISTINCT FROM 'dismiss';

-- Settled is settled, whatever the code believes.
CREATE FUNCTION payments.keep_settled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.settled_at IS NOT NULL THEN
    RAISE EXCEPTION 'flag % is settled', OLD.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_settled BEFORE DELETE OR UPDATE ON payments.flags
  FOR EACH ROW EXECUTE FUNCTION payments.keep_settled();

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

-- Addresses that players keep for withdrawals, by name. `destination` is that of a withdrawal to there.
CREATE TABLE payments.addresses (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  player_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  method text NOT NULL,
  currency text NOT NULL,
  network text,
  fields jsonb NOT NULL,
  destination text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (player_id, destination)
);
