-- A payment can be disputed, restored and disputed again: what was decided before does not keep it from being flagged.
ALTER TABLE payments.flags ADD COLUMN decided_before integer NOT NULL DEFAULT 0;
DROP INDEX payments.flags_once;
CREATE UNIQUE INDEX flags_once ON payments.flags (invoice_id, flag, decided_before) WHERE decision IS DISTINCT FROM 'dismiss';
