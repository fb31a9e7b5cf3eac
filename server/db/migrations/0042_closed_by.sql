-- Who or what closed a declined invoice; null where it is not known, and in every other state.
ALTER TABLE payments.invoices ADD COLUMN closed_by text
  CHECK (closed_by IN ('player', 'partner', 'exclusion', 'account-closure'));

-- Before this, an exclusion and the closing of an account were told apart from the player by their note alone.
UPDATE payments.invoices AS invoice SET closed_by = coalesce(
  (SELECT CASE event.note WHEN 'excluded' THEN 'exclusion' WHEN 'account-closed' THEN 'account-closure' END
   FROM payments.invoice_events AS event
   WHERE event.invoice_id = invoice.id AND event.stage = 'declined' AND event.note IS NOT NULL
   ORDER BY event.id LIMIT 1), 'player')
WHERE stage = 'declined' AND type = 1;
UPDATE payments.invoices SET closed_by = 'player' WHERE stage = 'declined' AND type = 2 AND review = 'withdrawn';
