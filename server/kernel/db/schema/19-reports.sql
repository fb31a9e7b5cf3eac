-- Reports for operators: sums by day, which a consumer of movements counts once.
CREATE SCHEMA reports;

-- What each kind of movement changed in a player's accounts on a day (UTC), in subunits.
CREATE TABLE reports.player_days (
  day date,
  player_id uuid,
  currency text,
  kind text,
  movements bigint NOT NULL,
  cash numeric NOT NULL,
  bonus numeric NOT NULL,
  held numeric NOT NULL,
  vault numeric NOT NULL,
  PRIMARY KEY (day, player_id, currency, kind)
);
CREATE INDEX player_days_of_player ON reports.player_days (player_id, day);

-- Rounds that were settled on a day (UTC), by the country that the player's account had then. Amounts in subunits.
CREATE TABLE reports.game_days (
  day date,
  studio text,
  game_id text,
  currency text,
  country text,
  -- Number of digits of the stake in subunits: rounds of similar stakes are compared with one another.
  stake_level smallint,
  rounds bigint NOT NULL,
  -- Rounds that paid anything.
  wins bigint NOT NULL,
  -- Money of players, of which some was bonus money.
  stake numeric NOT NULL,
  bonus_stake numeric NOT NULL,
  -- Free spins, which the operator stakes.
  free_stake numeric NOT NULL,
  won numeric NOT NULL,
  -- Sums of squares of whole stakes and of wins, from which the spread of the return is calculated.
  stake_squares numeric NOT NULL,
  won_squares numeric NOT NULL,
  PRIMARY KEY (day, studio, game_id, currency, country, stake_level)
);
CREATE INDEX game_days_of_game ON reports.game_days (studio, game_id, day);

-- Returns that were further from the theoretical one than chance explains, with the sums at that moment as evidence.
CREATE TABLE reports.return_alarms (
  id uuid PRIMARY KEY,
  studio text NOT NULL,
  game_id text NOT NULL,
  currency text NOT NULL,
  stake_level smallint NOT NULL,
  -- The days that were compared.
  since date NOT NULL,
  until date NOT NULL,
  rounds bigint NOT NULL,
  staked numeric NOT NULL,
  won numeric NOT NULL,
  -- Percent.
  expected numeric NOT NULL,
  actual numeric NOT NULL,
  -- Distance of the two in standard deviations.
  deviations double precision NOT NULL,
  raised_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by text,
  reason text
);
-- One at a time for the same rounds.
CREATE UNIQUE INDEX return_alarms_open ON reports.return_alarms (studio, game_id, currency, stake_level)
  WHERE decided_at IS NULL;

-- Entries of players' accounts with the kind and day of their movement.
CREATE VIEW reports.entries AS
  SELECT movement.id AS movement_id, (movement.created_at AT TIME ZONE 'UTC')::date AS day, account.player_id,
    account.currency, movement.kind, split_part(account.address, ':', 3) AS bucket, entry.amount,
    -- The same as movement_id: a range on both bounds what is read of both tables.
    entry.movement_id AS entry_of
  FROM ledger.movements AS movement
  JOIN ledger.entries AS entry ON entry.movement_id = movement.id
  JOIN ledger.accounts AS account ON account.id = entry.account_id
  WHERE account.player_id IS NOT NULL;

-- Settled rounds with their day, the country of the player and their stake level.
CREATE VIEW reports.rounds AS
  SELECT round.movement_id, round.settled_by, (round.settled_at AT TIME ZONE 'UTC')::date AS day, round.studio,
    round.game_id, round.currency, coalesce(player.country, '') AS country,
    length((round.stake + round.free_stake)::text)::smallint AS stake_level,
    round.stake, round.bonus_stake, round.free_stake, round.won
  FROM games.settled_rounds AS round
  LEFT JOIN identity.players AS player ON player.id = round.player_id;

-- The country of each player's account today.
CREATE VIEW reports.countries AS SELECT id AS player_id, country FROM identity.players;

-- Breaks and exclusions by the day on which they began.
CREATE VIEW reports.exclusions AS
  SELECT (begun.created_at AT TIME ZONE 'UTC')::date AS day, begun.player_id, player.country,
    begun.definition = 4 AS is_exclusion
  FROM limits.limits AS begun JOIN identity.players AS player ON player.id = begun.player_id
  WHERE begun.definition IN (4, 5);

-- Tags that operators gave to players.
CREATE VIEW reports.tags AS SELECT player_id, tag FROM operators.tags;
