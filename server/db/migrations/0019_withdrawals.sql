-- Pay-outs that an operator looks at first, what players are told of the time, and where partners' books say otherwise.
ALTER TABLE payments.invoices
  -- A digest of where a withdrawal goes: the same place has the same one.
  ADD COLUMN destination text,
  -- Null where no operator is asked. Nothing is sent while it is open.
  ADD COLUMN review text CHECK (review IN ('open', 'approved', 'declined', 'withdrawn')),
  ADD COLUMN review_reasons text[] NOT NULL DEFAULT '{}',
  -- What the player was last told; a promise is not moved by what happens to others.
  ADD COLUMN expected_by timestamptz,
  ADD COLUMN ended_at timestamptz,
  ADD CHECK (review IS NULL OR type = 2);
UPDATE payments.invoices SET ended_at = updated_at WHERE status <> 1;
CREATE INDEX invoices_in_review ON payments.invoices (created_at) WHERE review = 'open';
CREATE INDEX invoices_paid_out ON payments.invoices (ended_at) WHERE type = 2 AND status = 2;
CREATE INDEX invoices_of_destination ON payments.invoices (player_id, destination) WHERE destination IS NOT NULL;

-- An operator decides once, whatever the code believes.
CREATE FUNCTION payments.keep_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.review IS DISTINCT FROM NEW.review AND OLD.review IS NOT NULL AND OLD.review <> 'open' THEN
    RAISE EXCEPTION 'withdrawal % is decided', OLD.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_review BEFORE UPDATE ON payments.invoices FOR EACH ROW EXECUTE FUNCTION payments.keep_review();

-- Nothing leaves before it is approved.
CREATE FUNCTION payments.refuse_unapproved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM payments.invoices WHERE id = NEW.invoice_id AND review IN ('open', 'declined', 'withdrawn')) THEN
    RAISE EXCEPTION 'withdrawal % is not approved', NEW.invoice_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refuse_unapproved BEFORE INSERT ON payments.payouts FOR EACH ROW EXECUTE FUNCTION payments.refuse_unapproved();

-- What a partner's statement and the books do not agree on. Kept until both agree; never corrected by the house itself.
CREATE TABLE payments.breaks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partner text NOT NULL,
  subject text NOT NULL CHECK (subject IN ('payment', 'payout')),
  external_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('not-in-books', 'not-at-partner', 'other-amount', 'counted-twice')),
  invoice_id uuid,
  -- Both sides as they were seen, for the person who looks.
  detail jsonb NOT NULL,
  happened_at timestamptz NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  resolved_at timestamptz,
  UNIQUE (partner, subject, external_id, kind)
);
CREATE INDEX breaks_open ON payments.breaks (partner, happened_at) WHERE resolved_at IS NULL;

-- Up to where each partner's books were compared.
CREATE TABLE payments.comparisons (
  partner text PRIMARY KEY,
  compared_at timestamptz NOT NULL
);
