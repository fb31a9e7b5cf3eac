-- A fourth place in every wallet: money that neither play nor payments nor swaps reach. Ids of accounts go in steps of four, so the
-- fourth of each wallet is free.
ALTER TABLE wallet.accounts ADD COLUMN vault bigint NOT NULL DEFAULT 0 CHECK (vault >= 0);

INSERT INTO ledger.accounts (id, address, currency, player_id)
SELECT first_account_id + 3, format('player:%s:vault:%s', player_id, currency), currency, player_id FROM wallet.accounts;

CREATE OR REPLACE FUNCTION ledger.open_wallet() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  first bigint := nextval('ledger.account_ids');
BEGIN
  INSERT INTO ledger.accounts (id, address, currency, player_id)
  SELECT first + place - 1, format('player:%s:%s:%s', NEW.player_id, name, NEW.currency), NEW.currency, NEW.player_id
  FROM unnest(ARRAY['cash', 'bonus', 'held', 'vault']) WITH ORDINALITY AS part (name, place)
  ON CONFLICT (address) DO NOTHING;
  SELECT id INTO STRICT first FROM ledger.accounts WHERE address = format('player:%s:cash:%s', NEW.player_id, NEW.currency);
  NEW.first_account_id := first;
  NEW.cash := 0;
  NEW.bonus := 0;
  NEW.held := 0;
  NEW.vault := 0;
  RETURN NEW;
END $$;

CREATE OR REPLACE VIEW ledger.balances AS
  SELECT account.id AS account_id, account.address, account.currency, account.player_id,
    CASE account.id - wallet.first_account_id WHEN 0 THEN wallet.cash WHEN 1 THEN wallet.bonus WHEN 2 THEN wallet.held ELSE wallet.vault END AS balance
  FROM ledger.accounts AS account JOIN wallet.accounts AS wallet
    ON wallet.player_id = account.player_id AND wallet.currency = account.currency
  UNION ALL
  SELECT account.id, account.address, account.currency, NULL, coalesce(sum(part.balance), 0)::bigint
  FROM ledger.accounts AS account LEFT JOIN ledger.house_balances AS part ON part.account_id = account.id
  WHERE account.player_id IS NULL
  GROUP BY account.id;

-- Money on its way out of a vault. One at a time for each wallet.
CREATE TABLE wallet.vault_releases (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  player_id uuid NOT NULL,
  currency text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  requested_at timestamptz NOT NULL,
  release_at timestamptz NOT NULL,
  outcome text CHECK (outcome IN ('released', 'cancelled')),
  ended_at timestamptz,
  CHECK ((outcome IS NULL) = (ended_at IS NULL)),
  FOREIGN KEY (player_id, currency) REFERENCES wallet.accounts (player_id, currency)
);
CREATE UNIQUE INDEX vault_releases_open ON wallet.vault_releases (player_id, currency) WHERE outcome IS NULL;
CREATE INDEX vault_releases_due ON wallet.vault_releases (release_at) WHERE outcome IS NULL;
CREATE INDEX vault_releases_of_player ON wallet.vault_releases (player_id, requested_at DESC);

-- A quote binds the operator until it expires; confirmed, it is the swap. The terms of a quote never change.
CREATE TABLE wallet.swaps (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  player_id uuid NOT NULL,
  from_currency text NOT NULL,
  to_currency text NOT NULL CHECK (to_currency <> from_currency),
  from_amount bigint NOT NULL CHECK (from_amount > 0),
  to_amount bigint NOT NULL CHECK (to_amount > 0),
  -- Its worth in subunits of the base currency, for the daily limit.
  base_amount bigint NOT NULL CHECK (base_amount >= 0),
  rates_version integer NOT NULL,
  -- As it was shown.
  rate text NOT NULL,
  spread_percent numeric NOT NULL CHECK (spread_percent >= 0),
  quoted_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  confirmed_at timestamptz
);
CREATE INDEX swaps_of_player ON wallet.swaps (player_id, confirmed_at DESC);
CREATE INDEX swaps_expired ON wallet.swaps (expires_at) WHERE confirmed_at IS NULL;
