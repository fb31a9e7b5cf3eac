-- The bonus that the player chose with a deposit.
ALTER TABLE payments.invoices ADD COLUMN bonus_id text;
