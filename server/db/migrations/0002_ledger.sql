-- Accounts, movements and entries; the balances beside them; rounds; the outbox.

CREATE SCHEMA ledger;
CREATE SCHEMA wallet;
CREATE SCHEMA games;
CREATE SCHEMA outbox;

-- Ids go in steps of four: a wallet takes three in a row, for its cash, bonus and held accounts.
CREATE SEQUENCE ledger.account_ids INCREMENT BY 4 START WITH 1000;

CREATE TABLE ledger.accounts (
  id bigint PRIMARY KEY,
  address text NOT NULL UNIQUE,
  currency text NOT NULL,
  player_id uuid
);

-- A player's balances stand in one row, so that one lock orders everything that happens to them.
CREATE TABLE wallet.accounts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  player_id uuid NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3,5}$'),
  status smallint NOT NULL DEFAULT 2 CHECK (status IN (1, 2, 3)),
  version bigint NOT NULL DEFAULT 1,
  cash bigint NOT NULL DEFAULT 0 CHECK (cash >= 0),
  bonus bigint NOT NULL DEFAULT 0 CHECK (bonus >= 0),
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  first_account_id bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (player_id, currency)
) WITH (fillfactor = 50);

-- House accounts are touched by every movement: each writer keeps its own part, and the balance is their sum.
CREATE TABLE ledger.house_balances (
  account_id bigint NOT NULL,
  slot smallint NOT NULL,
  balance bigint NOT NULL,
  PRIMARY KEY (account_id, slot)
) WITH (fillfactor = 30);

CREATE SEQUENCE ledger.movement_ids;

-- One row is at once the movement, its idempotency record and its first answer (the balances after).
CREATE TABLE ledger.movements (
  id bigint PRIMARY KEY,
  kind text NOT NULL,
  actor text NOT NULL,
  idempotency_key text NOT NULL,
  request_hash text NOT NULL,
  wallet_id uuid,
  reference_kind text NOT NULL,
  reference_id text NOT NULL,
  reference_label text,
  cash_after bigint,
  bonus_after bigint,
  held_after bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT movements_idempotency UNIQUE (actor, idempotency_key)
);
-- Movements of a round are found by the round's span of ids, so the commonest kind needs no place in this index.
CREATE INDEX movements_reference ON ledger.movements (reference_id) WHERE reference_kind <> 'round';

CREATE TABLE ledger.entries (
  movement_id bigint NOT NULL,
  ordinal smallint NOT NULL,
  account_id bigint NOT NULL,
  counterparty_id bigint NOT NULL,
  amount bigint NOT NULL CHECK (amount <> 0),
  -- Kept for players' accounts, whose every change is shown with what was there before and after.
  balance_after bigint CHECK (balance_after >= 0),
  PRIMARY KEY (movement_id, ordinal)
);
CREATE INDEX entries_of_player ON ledger.entries (account_id, movement_id DESC, ordinal DESC) WHERE balance_after IS NOT NULL;

-- At most one rollback a bet. Written also when the bet has not come yet, so that the late bet is refused. By wallet,
-- because its lock is what keeps a bet and its rollback apart, and nobody's rollback may stop another player's bet.
CREATE TABLE ledger.rollbacks (
  actor text NOT NULL,
  bet_key text NOT NULL,
  wallet_id uuid NOT NULL,
  movement_id bigint NOT NULL UNIQUE,
  bet_movement_id bigint UNIQUE,
  PRIMARY KEY (actor, bet_key, wallet_id)
);

CREATE TABLE games.rounds (
  id text NOT NULL,
  studio text NOT NULL,
  game_id text NOT NULL,
  player_id uuid NOT NULL,
  currency text NOT NULL,
  stake bigint NOT NULL DEFAULT 0 CHECK (stake >= 0),
  won bigint NOT NULL DEFAULT 0 CHECK (won >= 0),
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'settled', 'rolled-back')),
  bets integer NOT NULL DEFAULT 0 CHECK (bets >= 0),
  first_movement_id bigint NOT NULL,
  last_movement_id bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (id, studio)
) WITH (fillfactor = 80);
CREATE INDEX rounds_of_player ON games.rounds (player_id, first_movement_id DESC);

-- The transaction's id comes first: it must be taken before the event's, so that a reader who sees a gap
-- in the ids can tell by the running transactions whether it will still be filled.
CREATE TABLE outbox.events (
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel text NOT NULL,
  event text NOT NULL,
  payload json NOT NULL,
  version bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION ledger.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger.% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.entries EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.movements EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.rollbacks EXECUTE FUNCTION ledger.refuse_change();

-- A new wallet gets its three addresses, and starts at nothing whatever the inserting code says.
CREATE FUNCTION ledger.open_wallet() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  first bigint := nextval('ledger.account_ids');
BEGIN
  INSERT INTO ledger.accounts (id, address, currency, player_id)
  SELECT first + place - 1, format('player:%s:%s:%s', NEW.player_id, name, NEW.currency), NEW.currency, NEW.player_id
  FROM unnest(ARRAY['cash', 'bonus', 'held']) WITH ORDINALITY AS part (name, place)
  ON CONFLICT (address) DO NOTHING;
  SELECT id INTO STRICT first FROM ledger.accounts WHERE address = format('player:%s:cash:%s', NEW.player_id, NEW.currency);
  NEW.first_account_id := first;
  NEW.cash := 0;
  NEW.bonus := 0;
  NEW.held := 0;
  RETURN NEW;
END $$;
CREATE TRIGGER open_wallet BEFORE INSERT ON wallet.accounts FOR EACH ROW EXECUTE FUNCTION ledger.open_wallet();

-- The id of an account outside the players', opened at its first use.
CREATE FUNCTION ledger.house_account(wanted text) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  found_id bigint;
BEGIN
  IF wanted !~ '^(house|clearing|world):[a-z0-9-]+:[A-Z]{3,5}$' THEN
    RAISE EXCEPTION '% is no ledger address of the house, a clearing or the world', wanted USING ERRCODE = 'invalid_parameter_value';
  END IF;
  SELECT id INTO found_id FROM ledger.accounts WHERE address = wanted;
  IF found_id IS NULL THEN
    INSERT INTO ledger.accounts (id, address, currency) VALUES (nextval('ledger.account_ids'), wanted, split_part(wanted, ':', 3))
    ON CONFLICT (address) DO NOTHING;
    SELECT id INTO STRICT found_id FROM ledger.accounts WHERE address = wanted;
  END IF;
  RETURN found_id;
END $$;

CREATE VIEW ledger.balances AS
  SELECT account.id AS account_id, account.address, account.currency, account.player_id,
    CASE account.id - wallet.first_account_id WHEN 0 THEN wallet.cash WHEN 1 THEN wallet.bonus ELSE wallet.held END AS balance
  FROM ledger.accounts AS account JOIN wallet.accounts AS wallet
    ON wallet.player_id = account.player_id AND wallet.currency = account.currency
  UNION ALL
  SELECT account.id, account.address, account.currency, NULL, coalesce(sum(part.balance), 0)::bigint
  FROM ledger.accounts AS account LEFT JOIN ledger.house_balances AS part ON part.account_id = account.id
  WHERE account.player_id IS NULL
  GROUP BY account.id;
