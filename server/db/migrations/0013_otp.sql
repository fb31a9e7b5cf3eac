-- How many players a browser's mark belongs to tells a device from a model of device.
CREATE INDEX sessions_by_fingerprint ON identity.sessions (fingerprint, player_id) WHERE fingerprint IS NOT NULL;
