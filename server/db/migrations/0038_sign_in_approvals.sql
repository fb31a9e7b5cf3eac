-- A device can be approved by mail while others guess at passwords.
ALTER TABLE identity.mail_requests DROP CONSTRAINT mail_requests_kind_check;
ALTER TABLE identity.mail_requests ADD CONSTRAINT mail_requests_kind_check CHECK (kind IN ('password-reset', 'registration', 'sign-in-approval'));
