-- The turnover that deposits require. A requirement that is met starts anew with the next deposit. What only a void
-- stake had met is then required again; what was staked beyond the requirement makes up for it first. The wallet is
-- locked.

CREATE FUNCTION ledger.restart_turnover(wallet uuid, deposit bigint, total bigint, placed bigint) RETURNS void
LANGUAGE sql AS $$
  UPDATE wallet.accounts SET turnover_since = deposit, turnover_met = total, turnover_surplus = placed - total,
    turnover_voided = 0
  WHERE id = wallet
$$;

-- `stake` of an earlier bet is void, or counts again if it is below zero. Returns by how much the present requirement
-- grows; null for a bet that was staked for the present one.
CREATE FUNCTION ledger.void_turnover(wallet uuid, bet bigint, stake bigint) RETURNS bigint LANGUAGE sql AS $$
  UPDATE wallet.accounts SET turnover_voided = turnover_voided + stake
  WHERE id = wallet AND turnover_since > bet
  RETURNING least(turnover_met, greatest(0, turnover_voided - turnover_surplus))
    - least(turnover_met, greatest(0, turnover_voided - stake - turnover_surplus))
$$;

-- A deposit that was taken back from the player requires nothing any more. A requirement that was met before stays met.
CREATE FUNCTION ledger.lift_turnover(player uuid, wallet_currency text, invoice text, turnover bigint)
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
  UPDATE wallet.accounts SET turnover_total = greatest(0, turnover_total - turnover)
  WHERE player_id = player AND currency = wallet_currency
    AND turnover_since <= (SELECT max(id) FROM ledger.movements
      WHERE reference_id = invoice AND reference_kind = 'invoice' AND kind IN ('deposit', 'deposit-restored'))
$$;
