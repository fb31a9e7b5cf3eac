-- Wallets of players: balances in each currency, the vault and swaps.
CREATE SCHEMA wallet;

-- A wallet: all balances of a player in one currency are in one row, so that one lock serializes their changes.
CREATE TABLE wallet.accounts (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  player_id uuid NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3,5}$'),
  -- 1 active, 2 inactive, 3 hidden.
  status smallint NOT NULL DEFAULT 2 CHECK (status IN (1, 2, 3)),
  version bigint NOT NULL DEFAULT 1,
  cash bigint NOT NULL DEFAULT 0 CHECK (cash >= 0),
  bonus bigint NOT NULL DEFAULT 0 CHECK (bonus >= 0),
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  first_account_id bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The turnover that deposits require before a withdrawal, and the stakes placed towards it.
  turnover_total bigint NOT NULL DEFAULT 0 CHECK (turnover_total >= 0),
  turnover_placed bigint NOT NULL DEFAULT 0 CHECK (turnover_placed >= 0),
  -- The bonus in play in this wallet, with its wagering requirement and its maximum stake per round.
  bonus_id uuid,
  wager_total bigint NOT NULL DEFAULT 0 CHECK (wager_total >= 0),
  wager_placed bigint NOT NULL DEFAULT 0,
  max_bet bigint CHECK (max_bet > 0),
  -- Money that play, payments and swaps cannot reach.
  vault bigint NOT NULL DEFAULT 0 CHECK (vault >= 0),
  -- Won minus staked in all rounds. While a round is being shown, a page subtracts it from the balance to separate
  -- deposits from results.
  rounds_net bigint NOT NULL DEFAULT 0,
  -- Total stakes of cash and bonus money, and total cash staked minus cash won. Limits use differences of these totals.
  staked bigint NOT NULL DEFAULT 0,
  lost bigint NOT NULL DEFAULT 0,
  -- The room: the amounts that can be staked, lost, and staked in one round before the limits are read again
  -- (functions/08-limits.sql). Null without such a limit.
  room_stake bigint,
  room_loss bigint,
  room_most bigint,
  -- When the room ends; null for players without a limit on play.
  room_until timestamptz,
  -- The movement of the deposit that started the current turnover requirement (functions/15-turnover.sql).
  turnover_since bigint,
  -- The previous requirement: its total, and the stakes beyond it.
  turnover_met bigint NOT NULL DEFAULT 0,
  turnover_surplus bigint NOT NULL DEFAULT 0,
  -- Stakes from before the current requirement that became void after it started.
  turnover_voided bigint NOT NULL DEFAULT 0,
  -- The version of the exchange rates at which the room was read; null before the first movement under a limit.
  room_rates integer,
  -- The seed pair from which the tickets of this wallet are drawn; null while the player takes no part in the jackpot
  -- of its currency. Then the posting function reads nothing about jackpots.
  ticket_pair bigint,
  -- Tickets of open rounds, which are not drawn yet.
  open_tickets integer NOT NULL DEFAULT 0 CHECK (open_tickets >= 0),
  UNIQUE (player_id, currency)
) WITH (fillfactor=50);
-- A player plays and pays with one active account. The index keeps two concurrent switches from leaving two.
CREATE UNIQUE INDEX accounts_one_active ON wallet.accounts (player_id) WHERE status = 1;
-- Finds bonuses to end: their wagering requirement is met, or their money is gone.
CREATE INDEX accounts_in_bonus ON wallet.accounts (id) WHERE bonus_id IS NOT NULL;

-- Opens the four ledger accounts of a new wallet, which always starts empty.
CREATE FUNCTION ledger.open_wallet() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  first bigint := nextval('ledger.account_ids');
BEGIN
  INSERT INTO ledger.accounts (id, address, currency, player_id)
  SELECT first + place - 1, format('player:%s:%s:%s', NEW.player_id, name, NEW.currency), NEW.currency, NEW.player_id
  FROM unnest(ARRAY['cash', 'bonus', 'held', 'vault']) WITH ORDINALITY AS part (name, place)
  ON CONFLICT (address) DO NOTHING;
  SELECT id INTO STRICT first
  FROM ledger.accounts WHERE address = format('player:%s:cash:%s', NEW.player_id, NEW.currency);
  NEW.first_account_id := first;
  NEW.cash := 0;
  NEW.bonus := 0;
  NEW.held := 0;
  NEW.vault := 0;
  RETURN NEW;
END $$;
CREATE TRIGGER open_wallet BEFORE INSERT ON wallet.accounts FOR EACH ROW EXECUTE FUNCTION ledger.open_wallet();

-- Requested releases of money from a vault. A wallet has at most one open release.
CREATE TABLE wallet.vault_releases (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
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

-- A quote for a swap binds the operator until it expires; a confirmed quote is the swap. Its terms never change.
CREATE TABLE wallet.swaps (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  player_id uuid NOT NULL,
  from_currency text NOT NULL,
  to_currency text NOT NULL,
  from_amount bigint NOT NULL CHECK (from_amount > 0),
  to_amount bigint NOT NULL CHECK (to_amount > 0),
  -- The value in subunits of the base currency, for the daily limit.
  base_amount bigint NOT NULL CHECK (base_amount >= 0),
  rates_version integer NOT NULL,
  -- The rate as shown to the player.
  rate text NOT NULL,
  spread_percent numeric NOT NULL CHECK (spread_percent >= 0),
  quoted_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  CHECK (to_currency <> from_currency)
);
CREATE INDEX swaps_of_player ON wallet.swaps (player_id, confirmed_at DESC);
CREATE INDEX swaps_expired ON wallet.swaps (expires_at) WHERE confirmed_at IS NULL;
-- Finds a player's open quotes: a new quote replaces the one for the same pair of currencies in either direction.
CREATE INDEX swaps_open_quotes ON wallet.swaps (player_id) WHERE confirmed_at IS NULL;

-- The current balance of every ledger account.
CREATE VIEW ledger.balances AS
  SELECT account.id AS account_id, account.address, account.currency, account.player_id,
    CASE account.id - wallet.first_account_id
      WHEN 0 THEN wallet.cash WHEN 1 THEN wallet.bonus WHEN 2 THEN wallet.held ELSE wallet.vault END AS balance
  FROM ledger.accounts AS account JOIN wallet.accounts AS wallet
    ON wallet.player_id = account.player_id AND wallet.currency = account.currency
  UNION ALL
  SELECT account.id, account.address, account.currency, NULL, coalesce(sum(part.balance), 0)::bigint
  FROM ledger.accounts AS account LEFT JOIN ledger.house_balances AS part ON part.account_id = account.id
  WHERE account.player_id IS NULL
  GROUP BY account.id;
