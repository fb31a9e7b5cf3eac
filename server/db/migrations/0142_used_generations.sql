-- When a token of the session's generation was first used: until shortly after, its predecessor is accepted, because the
-- answer that carried the successor may have been lost.
ALTER TABLE identity.sessions ADD COLUMN generation_used_at timestamptz;
