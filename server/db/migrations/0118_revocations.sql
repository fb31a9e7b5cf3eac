-- When a reward was revoked, for an operator who repeats the command.
CREATE INDEX audit_revocations ON identity.audit ((detail ->> 'id')) WHERE action = 'reward-revoked';
