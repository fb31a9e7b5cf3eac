-- Exchange rates in force at a moment, for statements of other modules. A later rate never changes an earlier result.

-- Units of each currency for one unit of the base currency; before the first version, the rates of the first version.
CREATE FUNCTION reference.rates_at(moment timestamptz) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT data FROM reference.versions WHERE subject = 'rates' AND at <= moment ORDER BY at DESC, version DESC
      LIMIT 1),
    (SELECT data FROM reference.versions WHERE subject = 'rates' AND version = 1))
$$;

-- The version of the rates in force at a moment.
CREATE FUNCTION reference.rates_version(moment timestamptz) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT version FROM reference.versions WHERE subject = 'rates' AND at <= moment ORDER BY at DESC, version DESC
      LIMIT 1), 1)
$$;

-- The rates of a version, or of the latest one if `version` is null.
CREATE FUNCTION reference.rates_of(version integer) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT data FROM reference.versions WHERE subject = 'rates'
    AND versions.version = coalesce(rates_of.version, (SELECT max(all_versions.version)
      FROM reference.versions AS all_versions WHERE subject = 'rates'))
$$;

-- Whether bets in a currency are refused. Read without a lock: a bet that is being posted while the currency is
-- switched off counts as earlier.
CREATE FUNCTION reference.is_switched_off(currency text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM reference.currencies WHERE code = currency AND NOT is_enabled)
$$;

-- Subunits of one unit, as in server/reference/currencies.ts.
CREATE FUNCTION reference.subunits(currency text) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE currency WHEN 'BTC' THEN 100000000 WHEN 'ETH' THEN 1000000000 WHEN 'USDT' THEN 1000000 ELSE 100 END
$$;

-- Converts subunits to subunits of another currency at the given rates, unrounded. Null if a rate is missing. No other
-- SQL multiplies or divides by a rate (tests/exchange-rates.test.ts); `reference.rates_at` has those of a moment.
CREATE FUNCTION reference.at_rates(amount numeric, source text, target text, rates jsonb) RETURNS numeric
  LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN source = target THEN amount
    ELSE amount * reference.subunits(target) * (rates ->> target)::numeric
      / (reference.subunits(source) * (rates ->> source)::numeric) END
$$;
