-- Money on public chains: deposit addresses, what arrived at them, and the hot wallet's transactions. No private key is ever here.
CREATE SCHEMA chain;

-- An extended public key, by its fingerprint, and the next child of it that nobody has.
CREATE TABLE chain.keys (
  id text PRIMARY KEY,
  next_child integer NOT NULL DEFAULT 0 CHECK (next_child >= 0)
);

-- A wallet account has one address under a key, for good: what is sent there years later is still its owner's.
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
-- Nodes write addresses without their checksum's capitals.
CREATE UNIQUE INDEX addresses_by_text ON chain.addresses (network, lower(address));

CREATE FUNCTION chain.keep_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'address % belongs to its account for good', OLD.address;
END $$;
CREATE TRIGGER keep_address BEFORE DELETE OR UPDATE ON chain.addresses
  FOR EACH ROW EXECUTE FUNCTION chain.keep_address();

-- How far each network was read. Its row is also the lock under which blocks are applied.
CREATE TABLE chain.networks (
  network text PRIMARY KEY,
  number bigint NOT NULL,
  hash text NOT NULL,
  read_at timestamptz NOT NULL
);

-- The last blocks read, so that a chain that was rewritten is noticed and followed back to where it still agrees.
CREATE TABLE chain.blocks (
  network text,
  number bigint,
  hash text NOT NULL,
  PRIMARY KEY (network, number)
);

-- Invoices that wait at an address; a transfer takes one, and those that find none get one of their own.
CREATE TABLE chain.awaiting (
  invoice_id uuid PRIMARY KEY,
  address_id bigint NOT NULL REFERENCES chain.addresses (id),
  created_at timestamptz NOT NULL
);
CREATE INDEX awaiting_at_address ON chain.awaiting (address_id);
CREATE INDEX awaiting_by_time ON chain.awaiting (created_at);

-- What arrived at our addresses, once each, whatever it was.
CREATE TABLE chain.transfers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  network text NOT NULL,
  tx_hash text NOT NULL,
  -- -1 is the transaction's own value, else the place of the token's log in the receipt.
  position integer NOT NULL,
  address_id bigint NOT NULL REFERENCES chain.addresses (id),
  -- A currency of the house, or the contract of a token that the house does not know.
  asset text NOT NULL,
  -- In the chain's unit (wei, token units). `amount` is what of it makes whole subunits of the house, `rest` what does not.
  raw numeric(78,0) NOT NULL CHECK (raw > 0),
  amount numeric(78,0) NOT NULL CHECK (amount >= 0),
  rest numeric(78,0) NOT NULL CHECK (rest >= 0),
  sender text NOT NULL,
  block_number bigint,
  block_hash text,
  -- seen, then confirmed; vanished when its block did, then failed if it does not come back; undone when it vanished after it was confirmed.
  -- dust and foreign are seen and left alone.
  state text NOT NULL
    CHECK (state IN ('pending', 'seen', 'confirmed', 'vanished', 'failed', 'undone', 'dust', 'foreign', 'fuel')),
  vanished_at bigint,
  invoice_id uuid UNIQUE,
  -- The state that payments were last told of.
  reported text,
  first_seen_at timestamptz NOT NULL,
  -- Outputs that the transaction spends (`transaction:place`), where the chain has such; of several that spend one, at most one is ever in a block.
  spends text[],
  -- Found in a balance, in no transaction that the node shows.
  is_unexplained boolean NOT NULL DEFAULT false,
  UNIQUE (network, tx_hash, "position"),
  CONSTRAINT transfers_in_a_block CHECK ((state IN ('pending', 'vanished', 'failed')) OR block_number IS NOT NULL AND block_hash IS NOT NULL)
);
CREATE INDEX transfers_open ON chain.transfers (network, block_number) WHERE state IN ('seen', 'vanished');
CREATE INDEX transfers_untold ON chain.transfers (id)
  WHERE (reported IS DISTINCT FROM state) AND (state NOT IN ('vanished', 'dust', 'foreign'));
CREATE INDEX transfers_recent ON chain.transfers (network, block_number);
CREATE INDEX transfers_unsettled ON chain.transfers (network, address_id) WHERE state IN ('pending', 'vanished');
CREATE INDEX transfers_of_address ON chain.transfers (address_id, asset);

-- The hot wallet: nonces are given out here and nowhere else.
CREATE TABLE chain.wallets (
  network text,
  address text,
  next_nonce bigint NOT NULL CHECK (next_nonce >= 0),
  PRIMARY KEY (network, address)
);

CREATE TABLE chain.payouts (
  invoice_id uuid PRIMARY KEY,
  network text,
  currency text,
  amount bigint CHECK (amount > 0),
  destination text,
  -- odd: on the chain, but not as it was asked for; a person must look.
  state text NOT NULL CHECK (state IN ('queued', 'cancelled', 'refused', 'signed', 'paid', 'reverted', 'odd')),
  sender text,
  nonce bigint,
  -- Why it waits, for the operator; null where nothing is wrong.
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

-- A nonce is bound to one pay-out, whatever the code believes: two of them with one nonce would leave one unpaid, one with two nonces would be paid twice.
CREATE FUNCTION chain.keep_nonce() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.nonce IS NOT NULL AND (NEW.nonce, NEW.sender, NEW.network, NEW.amount, NEW.currency, NEW.destination) IS DISTINCT FROM (OLD.nonce, OLD.sender, OLD.network, OLD.amount, OLD.currency, OLD.destination) THEN
    RAISE EXCEPTION 'pay-out % is signed', OLD.invoice_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_nonce BEFORE UPDATE ON chain.payouts FOR EACH ROW EXECUTE FUNCTION chain.keep_nonce();

-- Signed bytes, written before anybody else sees them: a crash can only send the same bytes again. Several of one nonce pay once.
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
  -- What the network took for it, once it is in a block.
  fee_wei numeric(78,0)
);
CREATE INDEX transactions_of_nonce ON chain.transactions (network, sender, nonce);
CREATE INDEX transactions_of_payout ON chain.transactions (invoice_id);

-- Coins that the house itself sends to deposit addresses, so that what arrived there can be moved on: noted before they leave, and never a deposit.
CREATE TABLE chain.fuel (
  hash text PRIMARY KEY,
  network text NOT NULL,
  address_id bigint NOT NULL REFERENCES chain.addresses (id),
  wei numeric(78,0) NOT NULL CHECK (wei > 0),
  signed_at timestamptz NOT NULL
);

-- What left the deposit addresses, as the blocks show it. Where a balance is lower than all of this explains, the rest is one row with a name of its own instead of a transaction.
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

-- Up to which block the balance of an address was compared with what was read.
CREATE TABLE chain.comparisons (
  address_id bigint REFERENCES chain.addresses (id),
  asset text,
  block_number bigint NOT NULL,
  compared_at timestamptz NOT NULL,
  PRIMARY KEY (address_id, asset)
);
