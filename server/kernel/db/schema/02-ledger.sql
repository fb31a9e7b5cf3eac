-- The ledger: accounts, movements and their entries. Movements, entries and rollbacks are append-only.
CREATE SCHEMA ledger;

-- Increments by four, because a wallet takes four consecutive ids: for its cash, bonus, held and vault accounts.
CREATE SEQUENCE ledger.account_ids INCREMENT 4 START 1000;

CREATE SEQUENCE ledger.movement_ids;

CREATE TABLE ledger.accounts (
  id bigint PRIMARY KEY,
  address text NOT NULL UNIQUE,
  currency text NOT NULL,
  player_id uuid
);

-- Balances of house accounts, divided into slots because nearly every movement changes one: each connection
-- that posts has a slot of its own (ledger.house_slot), and the balance is their sum.
CREATE TABLE ledger.house_balances (
  account_id bigint,
  slot smallint,
  balance bigint NOT NULL,
  PRIMARY KEY (account_id, slot)
) WITH (fillfactor=30);

-- A row is the movement, the record of its idempotency key, and the answer to a repeated request: the balances
-- afterwards.
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
-- Excludes rounds, the most frequent kind: their movements are found by the range of ids that the round stores.
CREATE INDEX movements_reference ON ledger.movements (reference_id) WHERE reference_kind <> 'round';
-- For the timeline of a player at the desk, without the movements of what it shows itself: rounds, payments, swaps and
-- bets. With them, a page would read all bets of whoever bets often to find the few other movements among them.
CREATE INDEX movements_of_wallet ON ledger.movements (wallet_id, id DESC) WHERE reference_kind <> 'round' AND kind NOT IN (
  'deposit', 'withdrawal-hold', 'withdrawal-paid', 'withdrawal-returned', 'swap-out', 'swap-in',
  'sports-bet', 'sports-bet-returned', 'sports-free-bet', 'sports-free-bet-returned'
);

CREATE FUNCTION ledger.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger.% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.movements
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

CREATE TABLE ledger.entries (
  movement_id bigint,
  ordinal smallint,
  account_id bigint NOT NULL,
  counterparty_id bigint NOT NULL,
  amount bigint NOT NULL CHECK (amount <> 0),
  -- Set for players' accounts only: each of their entries is shown with the balance before and after.
  balance_after bigint CHECK (balance_after >= 0),
  PRIMARY KEY (movement_id, ordinal)
);
CREATE INDEX entries_of_player ON ledger.entries (account_id, movement_id DESC, ordinal DESC)
  WHERE balance_after IS NOT NULL;

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

-- At most one rollback for each bet. A rollback that arrives before its bet is stored too, so that the late bet is
-- refused. The key includes the wallet because its lock serializes a bet and its rollback, and because a rollback must
-- not block a bet of another player.
CREATE TABLE ledger.rollbacks (
  actor text,
  bet_key text,
  wallet_id uuid,
  movement_id bigint NOT NULL UNIQUE,
  bet_movement_id bigint UNIQUE,
  PRIMARY KEY (actor, bet_key, wallet_id)
);

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.rollbacks
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

-- Amounts below one subunit that a partner credited and the ledger cannot post: one for each movement.
CREATE TABLE ledger.remainders (
  actor text,
  idempotency_key text,
  currency text NOT NULL,
  -- A fraction of a subunit.
  amount numeric NOT NULL CHECK (amount > 0 AND amount < 1),
  noted_at timestamptz NOT NULL,
  PRIMARY KEY (actor, idempotency_key)
);

-- One transfer of a movement. Its ends are accounts of the movement's own wallet, by number (functions/01-names.sql),
-- or the ids of house accounts.
CREATE TYPE ledger.transfer AS (source bigint, target bigint, amount bigint);

-- A row for outbox.events.
CREATE TYPE ledger.event AS (channel text, event text, payload text, version bigint, form text);

-- A movement to be posted by ledger.post. Fields that its kind does not need are null.
CREATE TYPE ledger.movement AS (
  -- The wallet; null for a movement between house accounts.
  player_id uuid,
  currency text,
  kind text,
  actor text,
  key text,
  hash text,
  reference_kind text,
  reference_id text,
  reference_label text,
  round_id text,
  studio text,
  game_id text,
  -- A bonus's terms state by game, or by kind of game, how much of a stake counts towards it.
  game_kind text,
  is_final boolean,
  -- The maximum win as a multiple of its round's stake.
  highest_multiplier numeric,
  -- The key of the bet that is won, rolled back or returned.
  bet_key text,
  turnover bigint,
  -- Conditions of a bet (functions/11-bet-gates.sql), which are checked if a session is named.
  session_id uuid,
  barred_countries text,
  country text,
  stake_caps jsonb,
  switches text[],
  -- 'only' a free spin, 'only:<id>' one of these, 'none', or null for either.
  spin_rule text,
  -- The countries whose law forbids jackpots, comma-separated, or with '*' first, those whose law allows them; null if
  -- none forbids them.
  ticket_barred text,
  moment timestamptz,
  transfers ledger.transfer[],
  -- Pushes in addition to the wallet's own.
  events ledger.event[]
);

-- The answer to one movement: a refusal, or its id and the balances of its wallet after it.
CREATE TYPE ledger.outcome AS (
  refusal text,
  movement_id bigint,
  is_replay boolean,
  cash bigint,
  bonus bigint,
  held bigint
);

-- The decision about one movement, before its transfers are carried out.
CREATE TYPE ledger.decision AS (
  refusal text,
  transfers ledger.transfer[],
  -- Whether these are the parts of one transfer, of which some may be zero.
  is_split boolean,
  -- The part of a win that becomes bonus money once its free spins are over.
  set_aside bigint,
  -- The free spins that pay for the bet.
  freespin_id uuid
);

-- The result of the transfers of one movement.
CREATE TYPE ledger.moved AS (
  refusal text,
  entries ledger.entries[],
  -- Balances of the wallet afterwards.
  cash bigint,
  bonus bigint,
  held bigint,
  vault bigint,
  -- Staked from cash and bonus money together.
  staked bigint,
  bonus_staked bigint,
  -- Staked from the operator's money.
  free_staked bigint,
  -- Paid to cash and bonus money together.
  paid bigint,
  -- Paid to bonus money.
  given_back bigint,
  -- Not paid, because the bonus of the stake has ended.
  forfeited bigint
);

-- What a bet and a win add to their round, or a rollback takes from it.
CREATE TYPE ledger.round_change AS (
  id text,
  studio text,
  game_id text,
  player_id uuid,
  currency text,
  is_new boolean,
  is_final boolean,
  bets integer,
  stake bigint,
  bonus_stake bigint,
  free_stake bigint,
  won bigint,
  forfeited bigint,
  bonus_id uuid,
  freespin_id uuid,
  first_movement_id bigint,
  last_movement_id bigint
);

-- Returns the id of a ledger account that belongs to no player, and opens the account if it does not exist.
CREATE FUNCTION ledger.house_account(house_address text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  found_id bigint;
BEGIN
  IF house_address !~ '^(house|clearing|world):[a-z0-9-]+:[A-Z]{3,5}$' THEN
    RAISE EXCEPTION '% is no ledger address of the house, a clearing or the world', house_address
      USING ERRCODE = 'invalid_parameter_value';
  END IF;
  SELECT id INTO found_id FROM ledger.accounts WHERE address = house_address;
  IF found_id IS NULL THEN
    INSERT INTO ledger.accounts (id, address, currency)
    VALUES (nextval('ledger.account_ids'), house_address, split_part(house_address, ':', 3))
    ON CONFLICT (address) DO NOTHING;
    SELECT id INTO STRICT found_id FROM ledger.accounts WHERE address = house_address;
  END IF;
  RETURN found_id;
END $$;

-- Puts a bonus in play in a wallet. Returns false if another bonus is in play there.
CREATE FUNCTION ledger.start_wager(player uuid, wallet_currency text, bonus uuid, total bigint, highest_bet bigint)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  UPDATE wallet.accounts SET bonus_id = start_wager.bonus, wager_total = total, wager_placed = 0, max_bet = highest_bet
  WHERE player_id = player AND currency = wallet_currency AND accounts.bonus_id IS NULL;
  RETURN FOUND;
END $$;

-- Removes a bonus from its wallet. Returns false while the wallet still has bonus money.
CREATE FUNCTION ledger.end_wager(player uuid, wallet_currency text, bonus uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  UPDATE wallet.accounts SET bonus_id = NULL, wager_total = 0, wager_placed = 0, max_bet = NULL
  WHERE player_id = player AND currency = wallet_currency AND accounts.bonus_id = end_wager.bonus
    AND accounts.bonus = 0;
  RETURN FOUND;
END $$;

-- Lets the stakes of a wallet buy tickets that are drawn from this seed pair; null ends it.
CREATE FUNCTION ledger.set_ticket_pair(player uuid, wallet_currency text, pair bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  UPDATE wallet.accounts SET ticket_pair = pair WHERE player_id = player AND currency = wallet_currency;
END $$;
