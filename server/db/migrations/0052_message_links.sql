-- The button of a message: its label, and the page, modal or call behind it.
ALTER TABLE messages.messages ADD COLUMN link jsonb CHECK (jsonb_typeof(link) = 'object');

-- Support's reply to a communication: one, by a named operator.
CREATE TABLE messages.communication_answers (
  communication_id uuid PRIMARY KEY REFERENCES messages.communications,
  answer text NOT NULL CHECK (length(answer) BETWEEN 1 AND 4000),
  operator text NOT NULL,
  answered_at timestamptz NOT NULL
);
