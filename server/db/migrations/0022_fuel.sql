-- Coins that the house itself sends to deposit addresses, so that what arrived there can be moved on: noted before they leave, and never a deposit.
CREATE TABLE chain.fuel (
  hash text PRIMARY KEY,
  network text NOT NULL,
  address_id bigint NOT NULL REFERENCES chain.addresses,
  wei numeric(78, 0) NOT NULL CHECK (wei > 0),
  signed_at timestamptz NOT NULL
);
