-- Whether a token of the session's generation was used: until then its predecessor is accepted, because the answer that
-- carried the successor may have been lost.
ALTER TABLE identity.sessions ADD COLUMN is_generation_used boolean NOT NULL DEFAULT true;
