-- A page of payments shows the stages of each: with them in the index, reading them does not touch the table.
CREATE INDEX invoice_events_timeline ON payments.invoice_events (invoice_id, id) INCLUDE (stage, at);
DROP INDEX payments.invoice_events_of_invoice;
