-- Payments that wait for a block are known before they are in one, and a payer may replace them by others that spend the same.
ALTER TABLE chain.transfers ALTER COLUMN block_number DROP NOT NULL, ALTER COLUMN block_hash DROP NOT NULL;
-- Outputs that the transaction spends (`transaction:place`), where the chain has such; of several that spend one, at most one is ever in a block.
ALTER TABLE chain.transfers ADD COLUMN spends text[];
-- pending: in no block yet. It becomes seen, or vanished where the node does not show it any more.
ALTER TABLE chain.transfers DROP CONSTRAINT transfers_state_check;
ALTER TABLE chain.transfers ADD CONSTRAINT transfers_state_check CHECK (state IN ('pending', 'seen', 'confirmed', 'vanished', 'failed', 'undone', 'dust', 'foreign'));
ALTER TABLE chain.transfers ADD CONSTRAINT transfers_in_a_block CHECK (state IN ('pending', 'vanished', 'failed') OR (block_number IS NOT NULL AND block_hash IS NOT NULL));
CREATE INDEX transfers_unsettled ON chain.transfers (network, address_id) WHERE state IN ('pending', 'vanished');
CREATE INDEX awaiting_by_time ON chain.awaiting (created_at);
