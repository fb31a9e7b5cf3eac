-- The session in which the bonus of a deposit was chosen: the bonus names it as the session that issued it.
ALTER TABLE payments.invoices ADD COLUMN bonus_session_id uuid;
