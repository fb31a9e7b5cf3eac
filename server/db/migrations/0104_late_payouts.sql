-- Accounts that were closed before a correction of a bet paid into them: an operator pays what is there outside.
CREATE TABLE sports.late_payouts (
  player_id uuid NOT NULL,
  currency text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (player_id, currency)
);
