-- An operator's block refunds entries of tournaments that have not started, as an exclusion does.
ALTER TABLE rewards.tournament_entries DROP CONSTRAINT tournament_entries_refund_reason_check;
ALTER TABLE rewards.tournament_entries ADD CONSTRAINT tournament_entries_refund_reason_check
  CHECK (refund_reason IN ('left', 'excluded', 'blocked', 'cancelled'));
