-- Campaigns by text message.
ALTER TABLE campaigns.recipients DROP CONSTRAINT recipients_channel_check;
ALTER TABLE campaigns.recipients ADD CONSTRAINT recipients_channel_check CHECK (channel IN ('site', 'mail', 'push', 'sms'));
