-- What left the deposit addresses, as the blocks show it. Where a balance is lower than all of this explains, the rest is one row with a name of its own instead of a transaction.
CREATE TABLE chain.departures (
  network text NOT NULL,
  tx_hash text NOT NULL,
  address_id bigint NOT NULL REFERENCES chain.addresses,
  asset text NOT NULL,
  raw numeric(78, 0) NOT NULL CHECK (raw > 0),
  block_number bigint NOT NULL,
  PRIMARY KEY (network, tx_hash, address_id, asset)
);
CREATE INDEX departures_of_address ON chain.departures (address_id, asset);

-- Up to which block the balance of an address was compared with what was read.
CREATE TABLE chain.comparisons (
  address_id bigint NOT NULL REFERENCES chain.addresses,
  asset text NOT NULL,
  block_number bigint NOT NULL,
  compared_at timestamptz NOT NULL,
  PRIMARY KEY (address_id, asset)
);

-- fuel: coins that a sweep sent there, so that they can be told from what nobody knows.
ALTER TABLE chain.transfers DROP CONSTRAINT transfers_state_check;
ALTER TABLE chain.transfers ADD CONSTRAINT transfers_state_check CHECK (state IN ('pending', 'seen', 'confirmed', 'vanished', 'failed', 'undone', 'dust', 'foreign', 'fuel'));
-- Found in a balance, in no transaction that the node shows.
ALTER TABLE chain.transfers ADD COLUMN is_unexplained boolean NOT NULL DEFAULT false;
CREATE INDEX transfers_of_address ON chain.transfers (address_id, asset);
-- Fuel of before is explained too. Its blocks are not known; what of it was used since shows in the first comparison.
INSERT INTO chain.transfers (network, tx_hash, position, address_id, asset, raw, amount, rest, sender, block_number, block_hash, state, reported, first_seen_at)
  SELECT network, hash, -1, address_id, 'ETH', wei, floor(wei / 1000000000), mod(wei, 1000000000), 'sweep', 0, '', 'fuel', 'fuel', signed_at FROM chain.fuel
  ON CONFLICT DO NOTHING;
