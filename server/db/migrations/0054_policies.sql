-- The idle time of the player's policy, as it was when the session was opened.
ALTER TABLE identity.sessions ADD COLUMN idle_minutes smallint NOT NULL DEFAULT 30 CHECK (idle_minutes BETWEEN 5 AND 30);
-- Whether the player may cancel the withdrawal, by the policy at its request.
ALTER TABLE payments.invoices ADD COLUMN is_cancellable boolean NOT NULL DEFAULT true;
-- When a requested change of a limit can apply, or a self-exclusion ends: by the policy at the request.
ALTER TABLE limits.limits ADD COLUMN pending_until timestamptz;
UPDATE limits.limits SET pending_until = pending_since + interval '24 hours' WHERE pending_since IS NOT NULL;
ALTER TABLE limits.limits ADD CONSTRAINT pending_whole CHECK ((pending_since IS NULL) = (pending_until IS NULL));
