-- What operators look for among all bets.
CREATE INDEX bets_held ON sports.bets (placed_at) WHERE status = 'held';
CREATE INDEX bets_miscalculated ON sports.bets (changed_at) WHERE expected_payout <> payout;
