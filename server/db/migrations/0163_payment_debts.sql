-- What a player owes for a payment that was reversed, or paid out twice, after the money had been spent.
ALTER TABLE payments.invoices ADD COLUMN debt bigint NOT NULL DEFAULT 0 CHECK (debt >= 0);
CREATE INDEX invoices_owed ON payments.invoices (player_id) WHERE debt > 0;
