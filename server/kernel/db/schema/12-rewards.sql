-- Rewards: their definitions, grants, quests, tournaments, loyalty and cashback. Definitions are versions that are
-- never altered; everything that a player has refers to the version that the player accepted.
CREATE SCHEMA rewards;

-- Versions of definitions. Their state only moves forward.
CREATE TABLE rewards.definitions (
  kind text CHECK (kind ~ '^[a-z]{1,32}$'),
  identity text CHECK (identity ~ '^[a-z0-9-]{1,64}$'),
  version integer CHECK (version > 0),
  data jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('draft', 'scheduled', 'active', 'ended', 'archived')),
  -- Set when the version is scheduled; `ends_at` is null if it has no end.
  starts_at timestamptz,
  ends_at timestamptz,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  actor text NOT NULL,
  comment text NOT NULL,
  CHECK (state = 'draft' OR state = 'archived' OR starts_at IS NOT NULL),
  CHECK (ends_at > starts_at),
  PRIMARY KEY (kind, identity, version)
);
CREATE UNIQUE INDEX definitions_one_active ON rewards.definitions (kind, identity) WHERE state = 'active';
CREATE UNIQUE INDEX definitions_one_scheduled ON rewards.definitions (kind, identity) WHERE state = 'scheduled';
CREATE INDEX definitions_to_start ON rewards.definitions (starts_at) WHERE state = 'scheduled';
CREATE INDEX definitions_to_end ON rewards.definitions (ends_at) WHERE (state = 'active') AND (ends_at IS NOT NULL);

CREATE FUNCTION rewards.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE'
    OR (NEW.kind, NEW.identity, NEW.version, NEW.data, NEW.created_at, NEW.actor, NEW.comment)
      IS DISTINCT FROM (OLD.kind, OLD.identity, OLD.version, OLD.data, OLD.created_at, OLD.actor, OLD.comment)
    OR array_position(ARRAY['draft', 'scheduled', 'active', 'ended', 'archived'], NEW.state)
      < array_position(ARRAY['draft', 'scheduled', 'active', 'ended', 'archived'], OLD.state) THEN
    RAISE EXCEPTION 'a version of a definition is never altered, and its state only moves forward'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER unaltered BEFORE DELETE OR UPDATE ON rewards.definitions
  FOR EACH ROW EXECUTE FUNCTION rewards.refuse_change();

CREATE TRIGGER kept BEFORE TRUNCATE ON rewards.definitions FOR EACH STATEMENT EXECUTE FUNCTION rewards.refuse_change();

-- Rewards that players earned, each reward of a source once. Cash for an excluded player is due until the exclusion
-- ends.
CREATE TABLE rewards.grants (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  -- The source: a kind of definition, and the id of what was completed (a quest of the player, a level, a period).
  source text NOT NULL CHECK (source ~ '^[a-z]{1,32}$'),
  source_id text NOT NULL,
  -- The number of the reward within its source.
  ordinal integer NOT NULL CHECK (ordinal >= 0),
  reward text NOT NULL CONSTRAINT grants_rewards CHECK (reward IN ('cash', 'offer', 'freeBet', 'points')),
  -- Null for points.
  currency text,
  -- Subunits of cash, or points; null for an offer.
  amount bigint,
  offer_id text,
  -- The title of the source in each locale, at the time of the grant.
  title jsonb NOT NULL,
  status text NOT NULL CHECK (status IN ('due', 'paid', 'void')),
  -- Why the reward is due or void.
  reason text,
  created_at timestamptz NOT NULL,
  settled_at timestamptz,
  CHECK ((reward = 'points') = (currency IS NULL)),
  CHECK ((status = 'paid') = (reason IS NULL)),
  CHECK ((status = 'due') = (settled_at IS NULL)),
  UNIQUE (source, source_id, player_id, ordinal),
  CONSTRAINT grants_amounts CHECK (amount > 0 AND (reward IN ('offer', 'freeBet')) = (amount IS NULL)),
  CONSTRAINT grants_offers CHECK ((reward IN ('offer', 'freeBet')) = (offer_id IS NOT NULL))
);
CREATE INDEX grants_of_player ON rewards.grants (player_id, created_at DESC);
CREATE INDEX grants_due ON rewards.grants (created_at) WHERE status = 'due';

-- Runs of tournaments. Their rules are frozen when they are published.
CREATE TABLE rewards.tournament_runs (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  identity text NOT NULL UNIQUE CHECK (identity ~ '^[a-z0-9-]{1,80}$'),
  definition text NOT NULL,
  version integer NOT NULL,
  -- The whole definition. The columns below are the rules by which scores are calculated.
  data jsonb NOT NULL,
  entry text NOT NULL CONSTRAINT tournament_runs_entry CHECK (entry IN ('automatic', 'confirmed', 'buy-in')),
  score_by text NOT NULL CONSTRAINT tournament_runs_scores
    CHECK (score_by IN ('stake', 'rounds', 'multiplier', 'multipliers', 'equalised', 'net')),
  first_rounds integer,
  -- In subunits of the base currency.
  min_stake bigint NOT NULL CHECK (min_stake >= 0),
  -- Null if all games, and all currencies, count.
  games text[],
  currencies text[],
  counts_bonus_money boolean NOT NULL,
  counts_free_spins boolean NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  hold_seconds integer NOT NULL CHECK (hold_seconds > 0),
  -- Cash prizes in subunits of the base currency: put aside at the start, paid or returned by the end.
  pool bigint NOT NULL CHECK (pool >= 0),
  returned bigint NOT NULL DEFAULT 0,
  -- Units of each currency for one unit of the base currency, frozen at the start.
  rates jsonb,
  state text NOT NULL CHECK (state IN ('published', 'running', 'finalising', 'finished', 'cancelled')),
  ranked_at timestamptz,
  finished_at timestamptz,
  cancel_reason text,
  published_at timestamptz NOT NULL,
  -- For an equalised score: how many of the first rounds count, and the cap of their multipliers, in hundredths.
  best_rounds integer,
  multiplier_cap bigint CHECK (multiplier_cap > 0),
  -- The price of an entry and the fee in it, in subunits of the base currency.
  buy_in bigint CHECK (buy_in > 0),
  fee bigint,
  -- The run is cancelled if it has fewer entries at the start.
  fewest_players integer CHECK (fewest_players >= 2),
  -- What entries had paid by the start, and the fees deducted from it when the run was ranked.
  collected bigint NOT NULL DEFAULT 0 CHECK (collected >= 0),
  fees bigint NOT NULL DEFAULT 0,
  CHECK (ends_at > starts_at),
  CHECK ((state = 'cancelled') = (cancel_reason IS NOT NULL)),
  CHECK ((state IN ('published', 'cancelled')) OR rates IS NOT NULL),
  CHECK ((state IN ('finished', 'cancelled')) = (finished_at IS NOT NULL)),
  CONSTRAINT tournament_runs_first CHECK ((score_by IN ('multipliers', 'equalised')) = (first_rounds IS NOT NULL)),
  CONSTRAINT tournament_runs_best CHECK ((score_by = 'equalised') = (best_rounds IS NOT NULL)
    AND best_rounds BETWEEN 1 AND first_rounds),
  CONSTRAINT tournament_runs_cap CHECK ((score_by = 'equalised') = (multiplier_cap IS NOT NULL)),
  CHECK (fee >= 0 AND fee < buy_in),
  CHECK (fees BETWEEN 0 AND collected),
  CONSTRAINT tournament_runs_buy_in CHECK ((entry = 'buy-in') = (buy_in IS NOT NULL)
    AND (buy_in IS NULL) = (fee IS NULL) AND (buy_in IS NULL) = (fewest_players IS NULL)
    AND (buy_in IS NOT NULL OR collected = 0)),
  CONSTRAINT tournament_runs_returned CHECK (returned >= 0 AND returned <= (pool + collected - fees))
);
CREATE INDEX tournament_runs_open ON rewards.tournament_runs (starts_at)
  WHERE state IN ('published', 'running', 'finalising');
CREATE INDEX tournament_runs_past ON rewards.tournament_runs (finished_at DESC)
  WHERE state IN ('finished', 'cancelled');

-- Rejects changes of the rules, and of amounts that were fixed at the start or when the run was ranked.
CREATE FUNCTION rewards.refuse_changed_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE'
    OR (NEW.identity, NEW.definition, NEW.version, NEW.data, NEW.entry, NEW.score_by, NEW.first_rounds,
        NEW.best_rounds, NEW.multiplier_cap, NEW.min_stake, NEW.games, NEW.currencies, NEW.counts_bonus_money,
        NEW.counts_free_spins, NEW.starts_at, NEW.ends_at, NEW.hold_seconds, NEW.pool, NEW.buy_in, NEW.fee,
        NEW.fewest_players)
      IS DISTINCT FROM (OLD.identity, OLD.definition, OLD.version, OLD.data, OLD.entry, OLD.score_by, OLD.first_rounds,
        OLD.best_rounds, OLD.multiplier_cap, OLD.min_stake, OLD.games, OLD.currencies, OLD.counts_bonus_money,
        OLD.counts_free_spins, OLD.starts_at, OLD.ends_at, OLD.hold_seconds, OLD.pool, OLD.buy_in, OLD.fee,
        OLD.fewest_players)
    OR OLD.rates IS DISTINCT FROM NEW.rates AND OLD.rates IS NOT NULL
    OR OLD.collected <> NEW.collected AND OLD.state <> 'published'
    OR OLD.fees <> NEW.fees AND OLD.ranked_at IS NOT NULL
    OR OLD.state IN ('finished', 'cancelled') AND NEW.state <> OLD.state THEN
    RAISE EXCEPTION 'the rules of a published tournament are never altered' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER unaltered BEFORE DELETE OR UPDATE ON rewards.tournament_runs
  FOR EACH ROW EXECUTE FUNCTION rewards.refuse_changed_run();

-- The score of each player in a run. If players must join, the row exists from then on, otherwise from the first round
-- that counts.
CREATE TABLE rewards.tournament_scores (
  run_id integer REFERENCES rewards.tournament_runs (id),
  player_id uuid,
  -- The unit depends on the run's `score_by`: subunits of the base currency, rounds, or hundredths of a multiplier.
  score bigint NOT NULL DEFAULT 0,
  -- The movement that brought the score to its value. Of two equal scores, the earlier one ranks higher.
  reached bigint NOT NULL DEFAULT 0,
  rounds integer NOT NULL DEFAULT 0 CHECK (rounds >= 0),
  -- Only rounds settled by later movements count. Null if the entry is automatic.
  joined_after bigint,
  joined_at timestamptz,
  -- Whether the account was closed before the run was ranked; it then gets no place.
  is_closed boolean NOT NULL DEFAULT false,
  -- Assigned to the winners of prizes when the run is ranked.
  place integer CHECK (place > 0),
  prize_status text CHECK (prize_status IN ('paid', 'due', 'void')),
  -- The best multipliers of an equalised score so far, in hundredths, in descending order.
  best bigint[],
  -- The player's share of the pool in subunits of the base currency, set when the run is ranked. Null for other prizes.
  prize_cash bigint,
  -- Replaces a condition on `rounds` in the index below. `rounds` changes with every round, and a change of a column
  -- that an index uses makes PostgreSQL write every index of the row. This column keeps its value.
  is_placed boolean GENERATED ALWAYS AS ((rounds > 0) AND (NOT is_closed)) STORED NOT NULL,
  CHECK ((joined_after IS NULL) = (joined_at IS NULL)),
  CHECK (prize_status IS NULL OR place IS NOT NULL),
  PRIMARY KEY (run_id, player_id),
  CHECK (prize_cash IS NULL OR prize_cash > 0 AND place IS NOT NULL)
) WITH (fillfactor=80);
CREATE UNIQUE INDEX tournament_places ON rewards.tournament_scores (run_id, place) WHERE place IS NOT NULL;
CREATE INDEX tournament_scores_of_player ON rewards.tournament_scores (player_id, run_id DESC);
CREATE INDEX tournament_prizes_due ON rewards.tournament_scores (run_id) WHERE prize_status = 'due';
-- Sorted by place, so that reading a whole leaderboard needs no sort.
CREATE INDEX tournament_leaderboard ON rewards.tournament_scores (run_id, score DESC, reached, player_id)
  WHERE is_placed;

-- Cash stakes and winnings of each player and week, for cashback. A busy consumer updates every row in one transaction:
-- with room for a second version of each, no update writes an index. The same holds for the other tables with this
-- fillfactor.
CREATE TABLE rewards.cashback_periods (
  player_id uuid,
  currency text,
  -- Monday 00:00 UTC.
  starts_at timestamptz,
  staked bigint NOT NULL CHECK (staked >= 0),
  won bigint NOT NULL CHECK (won >= 0),
  rounds integer NOT NULL CHECK (rounds >= 0),
  -- Set when the period is settled: the cash rewards deducted from the loss, and the cashback, 0 if there is none.
  settled_at timestamptz,
  rewards bigint,
  amount bigint,
  definition_version integer,
  -- Negative if corrections in a week exceed decisions.
  sports_staked bigint NOT NULL DEFAULT 0,
  sports_won bigint NOT NULL DEFAULT 0,
  CHECK ((settled_at IS NULL) = (amount IS NULL) AND (amount IS NULL) = (rewards IS NULL)),
  PRIMARY KEY (player_id, currency, starts_at)
) WITH (fillfactor=45);
CREATE INDEX cashback_to_settle ON rewards.cashback_periods (starts_at, player_id) WHERE settled_at IS NULL;

-- Status points and the level of each player.
CREATE TABLE rewards.loyalty_accounts (
  player_id uuid PRIMARY KEY,
  -- All points ever earned, as summed by the consumer; never reduced.
  earned bigint NOT NULL DEFAULT 0,
  -- Points deducted with lost levels. `earned - lost` determines the level.
  lost bigint NOT NULL DEFAULT 0 CHECK (lost >= 0),
  level integer NOT NULL DEFAULT 1 CHECK (level >= 1),
  -- When the level is next reviewed; null at the first level.
  review_at timestamptz,
  version bigint NOT NULL DEFAULT 1
) WITH (fillfactor=45);
CREATE INDEX loyalty_to_review ON rewards.loyalty_accounts (review_at) WHERE review_at IS NOT NULL;

-- Points by calendar month in UTC, from which a review decides whether the level is kept.
CREATE TABLE rewards.loyalty_months (
  player_id uuid,
  month date CHECK (EXTRACT(day FROM month) = 1),
  earned bigint NOT NULL,
  PRIMARY KEY (player_id, month)
) WITH (fillfactor=45);

-- The first time that a player reached each level, with the version of the ladder. The rewards of a level are granted
-- once.
CREATE TABLE rewards.loyalty_rises (
  player_id uuid,
  level integer CHECK (level >= 2),
  version integer NOT NULL,
  reached_at timestamptz NOT NULL,
  granted_at timestamptz,
  PRIMARY KEY (player_id, level)
);
CREATE INDEX loyalty_to_grant ON rewards.loyalty_rises (reached_at) WHERE granted_at IS NULL;

-- Quests that players have started, in the terms of the accepted version. Tasks and rewards are in one currency.
CREATE TABLE rewards.player_quests (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  identity text NOT NULL,
  version integer NOT NULL,
  -- How many times the player has started the quest, from 1.
  run integer NOT NULL CHECK (run > 0),
  currency text NOT NULL,
  -- 2 active, 3 completed, 4 cancelled, 5 expired (the player's time is over), 6 ended (the quest).
  state smallint NOT NULL CHECK (state BETWEEN 2 AND 6),
  in_sequence boolean NOT NULL,
  -- The start by the database's clock, which movements and facts use too, and the latest ids at that time. Only
  -- movements and facts after all of these count.
  begun_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  after_movement bigint NOT NULL,
  after_fact bigint NOT NULL,
  activated_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- 5 expired, 6 ended.
  expires_as smallint NOT NULL CHECK (expires_as IN (5, 6)),
  finished_at timestamptz,
  rewards jsonb NOT NULL,
  -- Whether the reward is granted without a claim.
  is_automatic boolean NOT NULL,
  reward_state text NOT NULL CHECK (reward_state IN ('locked', 'earned', 'granted')),
  -- Incremented by every change, across all runs of the quest. Clients keep the pushed state with the highest value.
  revision integer NOT NULL,
  CHECK ((state = 2) = (finished_at IS NULL)),
  CHECK ((state = 3) = (reward_state <> 'locked')),
  UNIQUE (player_id, identity, run)
);
CREATE UNIQUE INDEX player_quests_one_active ON rewards.player_quests (player_id, identity) WHERE state = 2;
CREATE INDEX player_quests_to_expire ON rewards.player_quests (expires_at) WHERE state = 2;
CREATE INDEX player_quests_to_grant ON rewards.player_quests (finished_at)
  WHERE (reward_state = 'earned') AND is_automatic;
CREATE INDEX player_quests_of_definition ON rewards.player_quests (identity, version);

-- The tasks of a player's quest, with their progress.
CREATE TABLE rewards.player_quest_tasks (
  player_quest_id uuid,
  position smallint CHECK ("position" >= 0),
  type text NOT NULL
    CHECK (type IN ('stake', 'rounds', 'multiplier', 'games', 'days', 'deposit', 'verification', 'limit', 'bets')),
  -- In subunits for amounts, otherwise a count.
  quantity bigint NOT NULL CHECK (quantity > 0),
  multiplier numeric,
  min_stake bigint CHECK (min_stake > 0),
  games text[],
  -- In millionths of `quantity`'s unit, because converted stakes are not whole subunits.
  progress bigint NOT NULL DEFAULT 0,
  -- The games, or the last day, already counted.
  seen text[] NOT NULL DEFAULT '{}',
  last_day text,
  completed_at timestamptz,
  -- The progress last pushed; a replay does not push it again.
  announced bigint NOT NULL DEFAULT 0,
  revision integer NOT NULL DEFAULT 1,
  -- The lowest odds of each selection, in thousandths.
  min_odds bigint,
  CHECK ((type = 'multiplier') = (multiplier IS NOT NULL)),
  CHECK (progress >= 0 AND progress <= (quantity * 1000000)),
  CHECK ((completed_at IS NULL) = (progress < (quantity * 1000000))),
  PRIMARY KEY (player_quest_id, "position"),
  CONSTRAINT player_quest_tasks_odds CHECK ((type = 'bets') = (min_odds IS NOT NULL))
) WITH (fillfactor=60);

-- Notifications about rewards and limits that are due, once for each player and subject. Whether one is still relevant
-- is decided when it is sent.
CREATE TABLE rewards.notices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id uuid NOT NULL,
  kind text NOT NULL
    CHECK (kind IN ('bonus-granted', 'bonus-expiring', 'quest-completed', 'tournament-started', 'limit-set',
      'limit-removed')),
  -- The subject: a bonus, free spins, a player's quest, a run of a tournament, or the fact of a limit.
  subject text NOT NULL,
  -- The limit that was set or removed; null for other kinds.
  terms jsonb,
  due_at timestamptz NOT NULL,
  settled_at timestamptz,
  outcome text CHECK (outcome IN ('sent', 'void')),
  CHECK ((settled_at IS NULL) = (outcome IS NULL)),
  UNIQUE (player_id, kind, subject)
);
CREATE INDEX notices_due ON rewards.notices (due_at, id) WHERE settled_at IS NULL;

-- The rules by which a consumer counts play, each from a movement on, so that a replay gives the same result.
CREATE TABLE rewards.counting_rules (
  consumer text,
  -- The rule applies to later movements.
  after_movement bigint,
  rule text NOT NULL,
  -- A digest of all games and their edges. While it is unchanged, nothing is written to counted_games.
  games_digest text NOT NULL,
  counted_to bigint NOT NULL,
  CHECK (counted_to > after_movement),
  PRIMARY KEY (consumer, after_movement)
);

-- The edge of each game (1 - RTP) as an exact fraction, with one row for each change of the edge or of the game's kind.
CREATE TABLE rewards.counted_games (
  consumer text,
  studio text,
  game text,
  after_movement bigint,
  kind text NOT NULL,
  numerator numeric NOT NULL CHECK (numerator >= 0),
  denominator numeric NOT NULL CHECK (denominator > 0),
  PRIMARY KEY (consumer, studio, game, after_movement)
);

-- Rakeback of each player and currency: earned from settled rounds, and claimed.
CREATE TABLE rewards.rakebacks (
  player_id uuid,
  currency text,
  -- In millionths of a subunit.
  earned bigint NOT NULL CHECK (earned >= 0),
  -- In subunits. It exceeds `earned` only during a replay.
  claimed bigint NOT NULL DEFAULT 0 CHECK (claimed >= 0),
  claims integer NOT NULL DEFAULT 0 CHECK (claims >= 0),
  claimed_at timestamptz,
  CHECK ((claims = 0) = (claimed_at IS NULL) AND (claims = 0) = (claimed = 0)),
  PRIMARY KEY (player_id, currency)
) WITH (fillfactor=45);

-- Buy-ins of players. A refunded entry is kept, and the player may enter again.
CREATE TABLE rewards.tournament_entries (
  id uuid PRIMARY KEY,
  run_id integer NOT NULL REFERENCES rewards.tournament_runs (id),
  player_id uuid NOT NULL,
  price bigint NOT NULL CHECK (price > 0),
  movement_id bigint NOT NULL UNIQUE,
  entered_at timestamptz NOT NULL,
  refunded_at timestamptz,
  refund_movement_id bigint UNIQUE,
  refund_reason text CHECK (refund_reason IN ('left', 'excluded', 'blocked', 'cancelled')),
  CHECK ((refunded_at IS NULL) = (refund_movement_id IS NULL) AND (refunded_at IS NULL) = (refund_reason IS NULL))
);
CREATE UNIQUE INDEX tournament_entries_open ON rewards.tournament_entries (run_id, player_id)
  WHERE refunded_at IS NULL;
CREATE INDEX tournament_entries_of_player ON rewards.tournament_entries (player_id, run_id DESC);

-- Ladders that were already applied to all accounts. A new ladder with a lower threshold raises levels immediately.
CREATE TABLE rewards.loyalty_ladders (
  version integer PRIMARY KEY,
  applied_at timestamptz NOT NULL
);

-- What an operator may grant one player in a day, as set when the site last started: processes with other settings
-- judge alike.
CREATE TABLE rewards.grant_limits (
  is_only boolean DEFAULT true PRIMARY KEY CHECK (is_only),
  cash integer NOT NULL CHECK (cash >= 0),
  points integer NOT NULL CHECK (points >= 0),
  at timestamptz NOT NULL
);

-- Credited deposits by movement, for consumers of movements.
CREATE VIEW rewards.credited_deposits AS
  SELECT movement.id AS movement_id, movement.created_at AS credited_at, account.player_id, account.currency,
    entry.amount
  FROM ledger.movements AS movement
  JOIN ledger.entries AS entry ON entry.movement_id = movement.id
  JOIN ledger.accounts AS account ON account.id = entry.account_id
  WHERE movement.kind = 'deposit' AND account.player_id IS NOT NULL AND entry.amount > 0;
