-- Each medium has a worker of its own, which sends what players wait for before the messages of campaigns.
DROP INDEX deliveries.deliveries_due;
CREATE INDEX deliveries_due ON deliveries.deliveries (medium, next_attempt_at) WHERE state = 'waiting';
CREATE INDEX deliveries_in_turn ON deliveries.deliveries (medium, (campaign_id IS NOT NULL), next_attempt_at)
  WHERE state = 'waiting';
