-- Free bets are a reward too: `offer_id` then names their definition.
-- The names of the constraints depend on the order in which the table was written.
DO $$
DECLARE
  one text;
BEGIN
  FOR one IN SELECT conname FROM pg_constraint WHERE conrelid = 'rewards.grants'::regclass AND contype = 'c'
    AND pg_get_constraintdef(oid) LIKE '%offer%'
  LOOP
    EXECUTE format('ALTER TABLE rewards.grants DROP CONSTRAINT %I', one);
  END LOOP;
END $$;
ALTER TABLE rewards.grants
  ADD CONSTRAINT grants_rewards CHECK (reward IN ('cash', 'offer', 'freeBet', 'points')),
  ADD CONSTRAINT grants_amounts CHECK (amount > 0 AND (reward IN ('offer', 'freeBet')) = (amount IS NULL)),
  ADD CONSTRAINT grants_offers CHECK ((reward IN ('offer', 'freeBet')) = (offer_id IS NOT NULL));
