-- The turnover that deposits require. After a requirement is met, the next deposit starts a new one. If a stake becomes
-- void later, the turnover that it had provided is added to the current requirement, less what had been staked beyond
-- the previous one. The wallet is locked.

-- Starts a new requirement with a deposit and stores the previous one, which was met.
CREATE FUNCTION ledger.restart_turnover(wallet uuid, deposit bigint, total bigint, placed bigint) RETURNS void
LANGUAGE sql AS $$
  UPDATE wallet.accounts SET turnover_since = deposit, turnover_met = total, turnover_surplus = placed - total,
    turnover_voided = 0
  WHERE id = wallet
$$;

-- Voids `stake` of an earlier bet; a negative one counts again. Returns by how much the current requirement grows, null
-- for a bet that was staked for the current one.
CREATE FUNCTION ledger.void_turnover(wallet uuid, bet bigint, stake bigint) RETURNS bigint LANGUAGE sql AS $$
  UPDATE wallet.accounts SET turnover_voided = turnover_voided + stake
  WHERE id = wallet AND turnover_since > bet
  RETURNING least(turnover_met, greatest(0, turnover_voided - turnover_surplus))
    - least(turnover_met, greatest(0, turnover_voided - stake - turnover_surplus))
$$;

-- A deposit that was taken back from the player no longer requires turnover. A requirement that was already met stays
-- met.
CREATE FUNCTION ledger.lift_turnover(player uuid, wallet_currency text, invoice text, turnover bigint)
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
  UPDATE wallet.accounts SET turnover_total = greatest(0, turnover_total - turnover)
  WHERE player_id = player AND currency = wallet_currency
    AND turnover_since <= (SELECT max(id) FROM ledger.movements
      WHERE reference_id = invoice AND reference_kind = 'invoice' AND kind IN ('deposit', 'deposit-restored'))
$$;
