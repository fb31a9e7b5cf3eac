-- A deposit address of a method without networks is handed out again as well: unknown networks are the same network.
-- Of several that are open already the newest stays. Money that still comes to another one is credited as paid late.
WITH surplus AS (
  SELECT id FROM (
    SELECT id, row_number() OVER (PARTITION BY account_id, method, network ORDER BY created_at DESC, id DESC) AS place
    FROM payments.invoices WHERE type = 1 AND status = 1 AND amount IS NULL AND network IS NULL) AS open
  WHERE place > 1
), ended AS (
  UPDATE payments.invoices SET status = 3, stage = 'expired', ended_at = now(), next_check_at = NULL, version = version + 1, updated_at = now()
  WHERE id IN (SELECT id FROM surplus) RETURNING id
)
INSERT INTO payments.invoice_events (invoice_id, stage, note, at)
SELECT id, 'expired', 'replaced by a newer address', now() FROM ended;

DROP INDEX payments.invoices_open_address;
CREATE UNIQUE INDEX invoices_open_address ON payments.invoices (account_id, method, network) NULLS NOT DISTINCT
  WHERE type = 1 AND status = 1 AND amount IS NULL;
