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
