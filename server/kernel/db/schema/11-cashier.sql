-- Payments: invoices with their history, withdrawals and their reviews, the inbox of partners' notices, and
-- discrepancies between the books.
CREATE SCHEMA payments;

-- What operators find a payment or a saved address by: each field and the deposit address, without spaces and in lower
-- case, and the last four digits of what is a number of an account or a card. Most numbers start with letters or are
-- masked in part.
CREATE FUNCTION payments.search_terms(fields jsonb, address text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT term), '{}')
  FROM (SELECT value FROM jsonb_each_text(fields) UNION ALL SELECT address) AS field
  CROSS JOIN LATERAL lower(regexp_replace(value, '\s', '', 'g')) AS plain
  CROSS JOIN LATERAL (VALUES (plain), (substring(plain FROM '^[a-z0-9*•.-]{4,30}([0-9]{4})$'))) AS found (term)
  WHERE term <> ''
$$;

CREATE SEQUENCE payments.invoice_numbers START 100001;

-- Deposits (1) and withdrawals (2). An invoice with a final status never changes its status, amount, currency or
-- player.
CREATE TABLE payments.invoices (
  id uuid PRIMARY KEY,
  number text NOT NULL DEFAULT ('F' || nextval('payments.invoice_numbers')) UNIQUE,
  player_id uuid NOT NULL,
  account_id uuid NOT NULL,
  -- 1 deposit, 2 withdrawal.
  type smallint NOT NULL CHECK (type IN (1, 2)),
  -- 1 pending, 2 success, 3 failed. All but the first are final.
  status smallint NOT NULL DEFAULT 1 CHECK (status IN (1, 2, 3)),
  stage text NOT NULL DEFAULT 'created',
  partner text NOT NULL,
  method text NOT NULL,
  currency text NOT NULL,
  -- Null only for a deposit address without a payment: the payer decides the amount.
  amount bigint CHECK (amount > 0),
  network text,
  fields jsonb NOT NULL DEFAULT '{}',
  public_data jsonb NOT NULL DEFAULT '{}',
  -- The partner's answer to the request (action, fields, address, tag), returned to a repeated request.
  partner_answer jsonb,
  external_id text,
  -- The invoice that was already final when its payment succeeded; the late payment is an invoice of its own, at most
  -- one.
  late_of uuid UNIQUE REFERENCES payments.invoices (id),
  -- Why an operator must look at the payment; null if there is no reason.
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
  -- A digest of the destination of a withdrawal; equal destinations have equal digests.
  destination text,
  -- The state of the review; null if none is required. Nothing is sent while it is open.
  review text CHECK (review IN ('open', 'approved', 'declined', 'withdrawn')),
  review_reasons text[] NOT NULL DEFAULT '{}',
  -- When the review ended, and the operator who decided it with this reason; null if somebody else ended it.
  reviewed_at timestamptz,
  reviewed_by text,
  review_note text,
  -- The time last stated to the player. It is not recalculated when other payments change.
  expected_by timestamptz,
  ended_at timestamptz,
  -- When the player last chose the bonus for a deposit address. Its amounts are converted at the rates of this time.
  bonus_chosen_at timestamptz,
  -- The party that closed a declined invoice; null if it is unknown, and in every other state.
  closed_by text CHECK (closed_by IN ('player', 'partner', 'exclusion', 'account-closure')),
  bonus_version integer CHECK (bonus_version > 0),
  -- Whether the player may cancel the withdrawal, by the policy at the time of the request.
  is_cancellable boolean NOT NULL DEFAULT true,
  -- The session in which the bonus was chosen; the bonus stores it as its issuing session.
  bonus_session_id uuid,
  -- The deposit whose partner received more than was booked for it, such as a second payment; the excess is a deposit
  -- of its own.
  excess_of uuid REFERENCES payments.invoices (id),
  -- The player's debt from a payment that was reversed, or paid out twice, after the money had been spent.
  debt bigint NOT NULL DEFAULT 0 CHECK (debt >= 0),
  -- The version of the payout promise that was in force when the withdrawal was requested; null if there was none.
  promise_version integer CHECK (promise_version > 0),
  CHECK (status <> 2 OR amount IS NOT NULL),
  UNIQUE (partner, external_id, type),
  UNIQUE (player_id, idempotency_key),
  CHECK (review IS NULL OR type = 2)
);
CREATE INDEX invoices_of_player ON payments.invoices (player_id, created_at DESC);
CREATE INDEX invoices_external ON payments.invoices (external_id) WHERE external_id IS NOT NULL;
-- For the search of operators.
CREATE INDEX invoices_by_term ON payments.invoices USING gin (payments.search_terms(fields, partner_answer ->> 'address'));
CREATE INDEX invoices_to_check ON payments.invoices (next_check_at) WHERE status = 1;
CREATE INDEX invoices_newest ON payments.invoices (created_at DESC, id DESC);
CREATE INDEX invoices_reviewed ON payments.invoices (reviewed_at DESC) WHERE reviewed_by IS NOT NULL;
CREATE INDEX invoices_in_review ON payments.invoices (created_at) WHERE review = 'open';
CREATE INDEX invoices_paid_out ON payments.invoices (ended_at) WHERE (type = 2) AND (status = 2);
CREATE INDEX invoices_of_destination ON payments.invoices (player_id, destination) WHERE destination IS NOT NULL;
-- A deposit address is reused until a payment arrives at it.
CREATE UNIQUE INDEX invoices_open_address ON payments.invoices (account_id, method, network) NULLS NOT DISTINCT
  WHERE (type = 1) AND (status = 1) AND (amount IS NULL);
CREATE INDEX invoices_by_destination ON payments.invoices (destination, player_id) WHERE destination IS NOT NULL;
CREATE INDEX invoices_excess ON payments.invoices (excess_of) WHERE excess_of IS NOT NULL;
CREATE INDEX invoices_owed ON payments.invoices (player_id) WHERE debt > 0;

-- Rejects changes of a final invoice, regardless of the application's checks.
CREATE FUNCTION payments.keep_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 1 AND (NEW.status, NEW.amount, NEW.currency, NEW.player_id)
    IS DISTINCT FROM (OLD.status, OLD.amount, OLD.currency, OLD.player_id) THEN
    RAISE EXCEPTION 'invoice % is final', OLD.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_final BEFORE UPDATE ON payments.invoices FOR EACH ROW EXECUTE FUNCTION payments.keep_final();

-- Rejects a second decision on a review, regardless of the application's checks.
CREATE FUNCTION payments.keep_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.review IS DISTINCT FROM NEW.review AND OLD.review IS NOT NULL AND OLD.review <> 'open' THEN
    RAISE EXCEPTION 'withdrawal % is decided', OLD.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_review BEFORE UPDATE ON payments.invoices FOR EACH ROW EXECUTE FUNCTION payments.keep_review();

-- The stages that each invoice has passed.
CREATE TABLE payments.invoice_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  invoice_id uuid NOT NULL REFERENCES payments.invoices (id),
  stage text NOT NULL,
  note text,
  at timestamptz NOT NULL
);
-- The list of payments shows the stages of each. INCLUDE makes this an index-only scan.
CREATE INDEX invoice_events_timeline ON payments.invoice_events (invoice_id, id) INCLUDE (stage, at);

-- The inbox: a verified notice is stored, acknowledged with 2xx, and processed afterwards.
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

-- The queue of withdrawals to send.
CREATE TABLE payments.payouts (
  invoice_id uuid PRIMARY KEY REFERENCES payments.invoices (id),
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'accepted', 'closed')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL
);
CREATE INDEX payouts_due ON payments.payouts (next_attempt_at) WHERE state IN ('queued', 'sending');

-- Keeps a withdrawal out of the queue until its review is approved.
CREATE FUNCTION payments.refuse_unapproved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM payments.invoices WHERE id = NEW.invoice_id AND review IN ('open', 'declined', 'withdrawn')
  ) THEN
    RAISE EXCEPTION 'withdrawal % is not approved', NEW.invoice_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refuse_unapproved BEFORE INSERT ON payments.payouts
  FOR EACH ROW EXECUTE FUNCTION payments.refuse_unapproved();

-- What keeps a pending withdrawal from being sent, and by when an answer is promised. Written only under the lock of its
-- invoice, of which at most one hold is open.
CREATE TABLE payments.holds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  invoice_id uuid NOT NULL REFERENCES payments.invoices (id),
  -- Codes that the player sees: `holdReasons` of the contract. A reason that has been settled stays.
  reasons text[] NOT NULL CHECK (cardinality(reasons) > 0),
  -- Of these, what the player has to provide, and what has been settled since the hold began.
  todo text[] NOT NULL DEFAULT '{}' CHECK (todo <@ reasons),
  met text[] NOT NULL DEFAULT '{}' CHECK (met <@ reasons),
  -- The promised time: the longest of its reasons, of the version under which the withdrawal was requested.
  hours integer NOT NULL CHECK (hours > 0),
  began_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- While the player has to act the clock stands: `left_ms` is what remains of the promised time.
  promised_by timestamptz,
  left_ms bigint CHECK (left_ms >= 0),
  -- Null until it is known. A broken promise stays broken.
  outcome text CHECK (outcome IN ('kept', 'broken')),
  -- What was paid to the player for a broken promise; null if the version promises nothing.
  compensation bigint CHECK (compensation > 0),
  CHECK ((promised_by IS NULL) <> (left_ms IS NULL)),
  CHECK (ended_at IS NULL OR ended_at >= began_at),
  CHECK (outcome IS DISTINCT FROM 'kept' OR ended_at IS NOT NULL),
  CHECK (outcome IS DISTINCT FROM 'broken' OR promised_by IS NOT NULL),
  CHECK (compensation IS NULL OR outcome = 'broken')
);
CREATE UNIQUE INDEX holds_open ON payments.holds (invoice_id) WHERE ended_at IS NULL;
CREATE INDEX holds_of_invoice ON payments.holds (invoice_id, id);
CREATE INDEX holds_promised ON payments.holds (promised_by) WHERE outcome IS NULL;

CREATE FUNCTION payments.keep_outcome() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.outcome IS NOT NULL
    AND (NEW.outcome, NEW.compensation, NEW.hours, NEW.promised_by)
      IS DISTINCT FROM (OLD.outcome, OLD.compensation, OLD.hours, OLD.promised_by) THEN
    RAISE EXCEPTION 'the promise of hold % is decided', OLD.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_outcome BEFORE DELETE OR UPDATE ON payments.holds
  FOR EACH ROW EXECUTE FUNCTION payments.keep_outcome();

-- Who had to act on a hold, and for how long. Turns of one hold follow each other without a gap.
CREATE TABLE payments.hold_turns (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  hold_id bigint NOT NULL REFERENCES payments.holds (id),
  holder text NOT NULL CHECK (holder IN ('player', 'house', 'partner')),
  -- What the player was asked for in this turn.
  asked text[] NOT NULL DEFAULT '{}',
  began_at timestamptz NOT NULL,
  ended_at timestamptz CHECK (ended_at >= began_at)
);
CREATE UNIQUE INDEX hold_turns_open ON payments.hold_turns (hold_id) WHERE ended_at IS NULL;
CREATE INDEX hold_turns_of_hold ON payments.hold_turns (hold_id, id);

-- Discrepancies between a partner's statement and our books, kept until both agree. They are never corrected
-- automatically.
CREATE TABLE payments.breaks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partner text NOT NULL,
  subject text NOT NULL CHECK (subject IN ('payment', 'payout')),
  external_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('not-in-books', 'not-at-partner', 'other-amount', 'counted-twice')),
  invoice_id uuid,
  -- Both sides of the discrepancy, for the operator.
  detail jsonb NOT NULL,
  happened_at timestamptz NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  resolved_at timestamptz,
  -- The operator who accepted it for this reason; null again once either side has changed.
  accepted_at timestamptz,
  accepted_by text,
  accepted_reason text,
  UNIQUE (partner, subject, external_id, kind)
);
CREATE INDEX breaks_open ON payments.breaks (partner, happened_at) WHERE resolved_at IS NULL;

-- The time up to which each partner's statement was compared.
CREATE TABLE payments.comparisons (
  partner text PRIMARY KEY,
  compared_at timestamptz NOT NULL
);

-- Reasons why payments wait for an operator, with the partner's report and the decision. `invoices.flag` has the open
-- one.
CREATE TABLE payments.flags (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  invoice_id uuid NOT NULL REFERENCES payments.invoices (id),
  flag text NOT NULL,
  -- The partner's report; null if the flag has another origin or the report states no amount.
  state text,
  amount bigint CHECK (amount > 0),
  currency text,
  external_id text,
  -- Whether the amount is in the suspense account until the flag is settled.
  is_suspended boolean NOT NULL DEFAULT false,
  raised_at timestamptz NOT NULL,
  settled_at timestamptz,
  decision text
    CHECK (decision IN ('credit', 'send-back', 'keep', 'charge-house', 'charge-player', 'give-back', 'dismiss')),
  reason text,
  -- The operator who settled it.
  settled_by text,
  -- The number of earlier decisions on this payment, so that it can be flagged again: it may be disputed, restored, and
  -- disputed again.
  decided_before integer NOT NULL DEFAULT 0,
  CHECK ((settled_at IS NULL) = (decision IS NULL) AND (decision IS NULL) = (reason IS NULL)),
  CHECK (NOT is_suspended OR amount IS NOT NULL AND currency IS NOT NULL)
);
CREATE UNIQUE INDEX flags_open ON payments.flags (invoice_id) WHERE settled_at IS NULL;
CREATE INDEX flags_settled ON payments.flags (settled_at DESC) WHERE settled_at IS NOT NULL;
CREATE INDEX flags_of_invoice ON payments.flags (invoice_id, id);
-- Prevents raising a flag again after a decision that moved money. A dismissed flag may be raised again, because it may
-- turn out to be justified.
CREATE UNIQUE INDEX flags_once ON payments.flags (invoice_id, flag, decided_before)
  WHERE decision IS DISTINCT FROM 'dismiss';

-- Rejects changes of a settled flag, regardless of the application's checks.
CREATE FUNCTION payments.keep_settled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.settled_at IS NOT NULL THEN
    RAISE EXCEPTION 'flag % is settled', OLD.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_settled BEFORE DELETE OR UPDATE ON payments.flags
  FOR EACH ROW EXECUTE FUNCTION payments.keep_settled();

-- Deposits that we have given up and that the partner may still accept a payment for. Cancellation is requested until
-- the partner confirms that no payment can arrive; until then each counts towards the player's limits.
CREATE TABLE payments.cancellations (
  invoice_id uuid PRIMARY KEY REFERENCES payments.invoices (id),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  requested_at timestamptz NOT NULL,
  -- When the partner gave its final answer.
  ended_at timestamptz
);
CREATE INDEX cancellations_due ON payments.cancellations (next_attempt_at) WHERE ended_at IS NULL;

-- Withdrawal addresses that players have saved by name. `destination` is the digest that a withdrawal to the address
-- has.
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
CREATE INDEX addresses_by_term ON payments.addresses USING gin (payments.search_terms(fields, NULL));

-- What operators credited to players (above zero) or debited from them; each has one movement, whose key is its id.
CREATE TABLE payments.adjustments (
  -- Chosen by the desk's page, so that a repeated call adjusts once.
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  currency text NOT NULL,
  amount bigint NOT NULL CHECK (amount <> 0),
  cause text NOT NULL CHECK (cause IN ('error', 'fault', 'goodwill', 'complaint')),
  reason text NOT NULL,
  actor text NOT NULL,
  -- The second person, if it needed one.
  approver text,
  adjusted_at timestamptz NOT NULL
);
CREATE INDEX adjustments_of_player ON payments.adjustments (player_id, adjusted_at DESC);

CREATE FUNCTION payments.keep_adjustment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'adjustment % does not change', OLD.id;
END $$;
CREATE TRIGGER keep_adjustment BEFORE DELETE OR UPDATE ON payments.adjustments
  FOR EACH ROW EXECUTE FUNCTION payments.keep_adjustment();

-- Payments on public blockchains: deposit addresses, the transfers to them, and the transactions of the hot wallet. No
-- private key is stored here.
CREATE SCHEMA chain;

-- Extended public keys by fingerprint, with the index of the next unused child.
CREATE TABLE chain.keys (
  id text PRIMARY KEY,
  next_child integer NOT NULL DEFAULT 0 CHECK (next_child >= 0)
);

-- Deposit addresses. A wallet account keeps its address under a key forever, because payments may arrive years later.
CREATE TABLE chain.addresses (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key_id text NOT NULL REFERENCES chain.keys (id),
  child integer NOT NULL CHECK (child >= 0),
  network text NOT NULL,
  address text NOT NULL,
  account_id uuid NOT NULL,
  currency text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (key_id, child),
  UNIQUE (key_id, account_id)
);
-- Compares in lower case, because nodes return addresses without the capitals of the checksum.
CREATE UNIQUE INDEX addresses_by_text ON chain.addresses (network, lower(address));

-- Rejects reassigning or deleting an address.
CREATE FUNCTION chain.keep_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'address % belongs to its account forever', OLD.address;
END $$;
CREATE TRIGGER keep_address BEFORE DELETE OR UPDATE ON chain.addresses
  FOR EACH ROW EXECUTE FUNCTION chain.keep_address();

-- The last block read from each network. The row is also the lock under which blocks are applied.
CREATE TABLE chain.networks (
  network text PRIMARY KEY,
  number bigint NOT NULL,
  hash text NOT NULL,
  read_at timestamptz NOT NULL
);

-- The latest blocks read, to detect a reorganisation of the chain and find the last common block.
CREATE TABLE chain.blocks (
  network text,
  number bigint,
  hash text NOT NULL,
  PRIMARY KEY (network, number)
);

-- Invoices that wait for a payment to an address. A transfer takes one of them, or gets a new invoice if there is none.
CREATE TABLE chain.awaiting (
  invoice_id uuid PRIMARY KEY,
  address_id bigint NOT NULL REFERENCES chain.addresses (id),
  created_at timestamptz NOT NULL
);
CREATE INDEX awaiting_at_address ON chain.awaiting (address_id);
CREATE INDEX awaiting_by_time ON chain.awaiting (created_at);

-- Transfers to our addresses, each stored once, of any kind and amount.
CREATE TABLE chain.transfers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  network text NOT NULL,
  tx_hash text NOT NULL,
  -- -1 for the transaction's own value, otherwise the index of the token's log in the receipt.
  position integer NOT NULL,
  address_id bigint NOT NULL REFERENCES chain.addresses (id),
  -- One of our currencies, or the contract of an unknown token.
  asset text NOT NULL,
  -- In units of the chain (wei, units of the token). `amount` is the part in whole subunits of our currency, `rest` the
  -- remainder.
  raw numeric(78,0) NOT NULL CHECK (raw > 0),
  amount numeric(78,0) NOT NULL CHECK (amount >= 0),
  rest numeric(78,0) NOT NULL CHECK (rest >= 0),
  sender text NOT NULL,
  block_number bigint,
  block_hash text,
  -- pending: not in a block yet. seen: in a block. confirmed: deep enough to be credited. vanished: its block was
  -- replaced. failed: it vanished and did not return. undone: it vanished after it was confirmed. dust and foreign: too
  -- small, or an unknown token; not credited. fuel: sent by us (chain.fuel).
  state text NOT NULL
    CHECK (state IN ('pending', 'seen', 'confirmed', 'vanished', 'failed', 'undone', 'dust', 'foreign', 'fuel')),
  vanished_at bigint,
  invoice_id uuid UNIQUE,
  -- The state last reported to payments.
  reported text,
  first_seen_at timestamptz NOT NULL,
  -- The outputs that the transaction spends (`transaction:index`), on chains with outputs. Of several transactions that
  -- spend one output, at most one is ever in a block.
  spends text[],
  -- Derived from a balance: no transaction that the node shows explains it.
  is_unexplained boolean NOT NULL DEFAULT false,
  UNIQUE (network, tx_hash, "position"),
  CONSTRAINT transfers_in_a_block CHECK ((state IN ('pending', 'vanished', 'failed'))
    OR block_number IS NOT NULL AND block_hash IS NOT NULL)
);
CREATE INDEX transfers_open ON chain.transfers (network, block_number) WHERE state IN ('seen', 'vanished');
CREATE INDEX transfers_untold ON chain.transfers (id)
  WHERE (reported IS DISTINCT FROM state) AND (state NOT IN ('vanished', 'dust', 'foreign'));
CREATE INDEX transfers_recent ON chain.transfers (network, block_number);
CREATE INDEX transfers_unsettled ON chain.transfers (network, address_id) WHERE state IN ('pending', 'vanished');
-- For the search of operators.
CREATE INDEX transfers_by_sender ON chain.transfers (lower(sender));
CREATE INDEX transfers_of_address ON chain.transfers (address_id, asset);

-- The hot wallet of each network. This is the only place that assigns nonces.
CREATE TABLE chain.wallets (
  network text,
  address text,
  next_nonce bigint NOT NULL CHECK (next_nonce >= 0),
  PRIMARY KEY (network, address)
);

-- Withdrawals that the hot wallet pays.
CREATE TABLE chain.payouts (
  invoice_id uuid PRIMARY KEY,
  network text,
  currency text,
  amount bigint CHECK (amount > 0),
  destination text,
  -- odd: on the chain, but not as requested; an operator must look at it.
  state text NOT NULL CHECK (state IN ('queued', 'cancelled', 'refused', 'signed', 'paid', 'reverted', 'odd')),
  sender text,
  nonce bigint,
  -- Why the withdrawal waits, for the operator; null if nothing is wrong.
  hindrance text,
  reported text,
  queued_at timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK (state = 'cancelled' OR network IS NOT NULL AND currency IS NOT NULL AND amount IS NOT NULL
    AND destination IS NOT NULL),
  CHECK ((state IN ('signed', 'paid', 'reverted', 'odd')) = (nonce IS NOT NULL AND sender IS NOT NULL)),
  UNIQUE (network, sender, nonce)
);
CREATE INDEX payouts_open ON chain.payouts (queued_at) WHERE state IN ('queued', 'signed');

-- Binds a nonce to one withdrawal, regardless of the application's checks: of two withdrawals with one nonce, one would
-- never be paid; one with two nonces would be paid twice.
CREATE FUNCTION chain.keep_nonce() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.nonce IS NOT NULL AND (NEW.nonce, NEW.sender, NEW.network, NEW.amount, NEW.currency, NEW.destination)
    IS DISTINCT FROM (OLD.nonce, OLD.sender, OLD.network, OLD.amount, OLD.currency, OLD.destination) THEN
    RAISE EXCEPTION 'pay-out % is signed', OLD.invoice_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_nonce BEFORE UPDATE ON chain.payouts FOR EACH ROW EXECUTE FUNCTION chain.keep_nonce();

-- Signed transactions, stored before they are broadcast, so that after a crash only the same bytes are sent again. Of
-- several with one nonce, the network executes one.
CREATE TABLE chain.transactions (
  hash text PRIMARY KEY,
  invoice_id uuid NOT NULL REFERENCES chain.payouts (invoice_id),
  network text NOT NULL,
  sender text NOT NULL,
  nonce bigint NOT NULL,
  raw text NOT NULL,
  gas bigint NOT NULL,
  max_fee_wei numeric(78,0) NOT NULL,
  priority_fee_wei numeric(78,0) NOT NULL,
  signed_at timestamptz NOT NULL,
  sent_at timestamptz,
  block_number bigint,
  -- The network's fee, once the transaction is in a block.
  fee_wei numeric(78,0)
);
CREATE INDEX transactions_of_nonce ON chain.transactions (network, sender, nonce);
CREATE INDEX transactions_of_payout ON chain.transactions (invoice_id);

-- Our own transfers to deposit addresses, which pay the fees for moving deposits on. They are recorded before they are
-- broadcast and never count as deposits.
CREATE TABLE chain.fuel (
  hash text PRIMARY KEY,
  network text NOT NULL,
  address_id bigint NOT NULL REFERENCES chain.addresses (id),
  wei numeric(78,0) NOT NULL CHECK (wei > 0),
  signed_at timestamptz NOT NULL
);

-- Transfers from deposit addresses, as found in blocks. If a balance is lower than they explain, the difference is one
-- row with a generated name in place of a transaction.
CREATE TABLE chain.departures (
  network text,
  tx_hash text,
  address_id bigint REFERENCES chain.addresses (id),
  asset text,
  raw numeric(78,0) NOT NULL CHECK (raw > 0),
  block_number bigint NOT NULL,
  PRIMARY KEY (network, tx_hash, address_id, asset)
);
CREATE INDEX departures_of_address ON chain.departures (address_id, asset);

-- The block up to which the balance of each address was compared with the transfers read.
CREATE TABLE chain.comparisons (
  address_id bigint REFERENCES chain.addresses (id),
  asset text,
  block_number bigint NOT NULL,
  compared_at timestamptz NOT NULL,
  PRIMARY KEY (address_id, asset)
);
