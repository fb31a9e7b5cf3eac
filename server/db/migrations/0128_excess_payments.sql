-- What a partner received for a deposit beyond what is booked of it, such as a second payment: a deposit of its own.
ALTER TABLE payments.invoices ADD COLUMN excess_of uuid REFERENCES payments.invoices (id);
CREATE INDEX invoices_excess ON payments.invoices (excess_of) WHERE excess_of IS NOT NULL;
