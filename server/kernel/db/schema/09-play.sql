-- Play: rounds and reality checks, the in-house studio, outside studios and their games, and shared rounds.

-- Rounds as the wallet knows them, the lobby's feeds, play sessions and reality checks.
CREATE SCHEMA games;

-- One row for each round of a studio, with the totals of its movements and the range of their ids.
CREATE TABLE games.rounds (
  id text,
  studio text,
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
  bonus_stake bigint NOT NULL DEFAULT 0 CHECK (bonus_stake >= 0),
  bonus_id uuid,
  -- The stake that the operator paid, by free spins.
  free_stake bigint NOT NULL DEFAULT 0 CHECK (free_stake >= 0),
  -- Winnings on stakes of a bonus that had ended by then; the operator keeps them.
  forfeited bigint NOT NULL DEFAULT 0 CHECK (forfeited >= 0),
  -- The free spins that paid for the first free bet of the round.
  freespin_id uuid,
  PRIMARY KEY (id, studio)
) WITH (fillfactor=80);
CREATE INDEX rounds_of_player ON games.rounds (player_id, first_movement_id DESC);
CREATE INDEX rounds_of_freespins ON games.rounds (freespin_id) WHERE freespin_id IS NOT NULL;
-- Finds open rounds of a bonus. The status is not part of the index, because changing an indexed column makes
-- PostgreSQL write every index of the row.
CREATE INDEX rounds_of_bonuses ON games.rounds (bonus_id) WHERE bonus_id IS NOT NULL;
-- Open rounds by age, for operators. Rounds that are settled with their bet never enter it.
CREATE INDEX rounds_open ON games.rounds (created_at, id, studio) WHERE status = 'open';
-- Consumers read rounds in the order of settlement. Without this index they would look up every movement of a range
-- among the rounds, although half of the movements are stakes, which settle none.
CREATE INDEX rounds_settled ON games.rounds (last_movement_id) WHERE status = 'settled';

CREATE TABLE games.favorites (
  player_id uuid,
  game_id text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (player_id, game_id)
);

-- Games that players opened for real money, from which "recently played" and "popular" are derived.
CREATE TABLE games.launches (
  player_id uuid,
  game_id text,
  launched_at timestamptz NOT NULL,
  count integer NOT NULL DEFAULT 1,
  PRIMARY KEY (player_id, game_id)
);
CREATE INDEX launches_recent ON games.launches (launched_at DESC);

-- Wins above the stake, for the feed. Names are masked before they are stored.
CREATE TABLE games.winners (
  round_id text,
  studio text,
  game_id text NOT NULL,
  nickname text NOT NULL,
  currency text NOT NULL,
  stake bigint NOT NULL,
  won bigint NOT NULL,
  at timestamptz NOT NULL,
  player_id uuid,
  PRIMARY KEY (round_id, studio)
);
CREATE INDEX winners_recent ON games.winners (at DESC);

-- The start of each play session, from which the time and the net result beside a game are calculated. Amounts are
-- summed from the rounds.
CREATE TABLE games.play_sessions (
  session_id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  started_at timestamptz NOT NULL,
  -- The movement of the player's latest round before the play session. Later rounds belong to the session.
  after_movement_id bigint NOT NULL,
  -- The same for statistics, which the player can reset.
  statistics_since timestamptz NOT NULL,
  statistics_after_movement_id bigint NOT NULL
);
CREATE INDEX play_sessions_of_player ON games.play_sessions (player_id);

-- When a player's next reality check is due. Play is measured by stakes, in all sessions and currencies of the player.
CREATE TABLE games.reality_checks (
  player_id uuid PRIMARY KEY,
  interval_minutes integer NOT NULL CHECK (interval_minutes BETWEEN 1 AND 1440),
  -- When the current period of play began, and the movement before its first stake; null before the first play.
  began_at timestamptz,
  after_movement_id bigint,
  -- Time of the latest stake, to the minute. A period of play ends half an hour after its last stake.
  played_at timestamptz,
  due_at timestamptz,
  -- End of the pause that the policy requires after the check; null if it requires none.
  paused_until timestamptz,
  CHECK ((began_at IS NULL) = (due_at IS NULL) AND (began_at IS NULL) = (played_at IS NULL)
    AND (began_at IS NULL) = (after_movement_id IS NULL))
);

-- The latest settled rounds for the feed of live bets; only as many as are shown. Names are masked before they are
-- stored.
CREATE TABLE games.live_bets (
  round_id text,
  studio text,
  movement_id bigint NOT NULL,
  game_id text NOT NULL,
  nickname text NOT NULL,
  currency text NOT NULL,
  stake bigint NOT NULL,
  won bigint NOT NULL,
  is_high boolean NOT NULL,
  at timestamptz NOT NULL,
  player_id uuid,
  PRIMARY KEY (round_id, studio)
);
CREATE INDEX live_bets_latest ON games.live_bets (is_high, movement_id DESC);

-- Settled rounds by the movement that settled them, for consumers of movements.
CREATE VIEW games.settled_rounds AS
  SELECT round.last_movement_id AS movement_id, movement.created_at AS settled_at, round.id AS round_id, round.studio,
    round.game_id, round.player_id, round.currency, round.stake, round.won, round.bonus_stake, round.free_stake,
    round.created_at AS bet_at,
    -- The same as movement_id. A range on both bounds what is read of both tables: the planner derives no range from an
    -- equality, and would read the movements from the first one on.
    movement.id AS settled_by
  FROM games.rounds AS round
  JOIN ledger.movements AS movement ON movement.id = round.last_movement_id AND movement.reference_id = round.id
  WHERE round.status = 'settled' AND movement.reference_kind = 'round' AND movement.actor = 'studio:' || round.studio;

-- The in-house studio: seeds, rounds and demo balances. It is separate from the operator's schemas on purpose: the
-- studio and the operator communicate only by the signed wallet API.
CREATE SCHEMA studio;

CREATE TABLE studio.demo_sessions (
  id uuid PRIMARY KEY,
  game text NOT NULL,
  currency text NOT NULL,
  balance bigint NOT NULL CHECK (balance >= 0),
  created_at timestamptz NOT NULL
);
CREATE INDEX demo_sessions_age ON studio.demo_sessions (created_at);

-- Keys of the verifiable random function that generates the server seed of every seed pair. A key is announced in a
-- report of liabilities before its first use, except the first key, which is used immediately.
CREATE TABLE studio.draw_keys (
  -- The thumbprint of the public key (RFC 7638).
  id text PRIMARY KEY,
  -- Modulus and exponent in base64url, as in a JSON Web Key.
  n text NOT NULL,
  e text NOT NULL,
  -- PKCS #8, encrypted with a passphrase derived from SECRET.
  private_key text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Pairs opened from this moment use the key, until a later key replaces it. Null until the key is announced.
  used_from timestamptz
);

-- Seed pairs: committed by the hash of the server seed, used for rounds, and revealed when the next pair is opened. The
-- row of the active pair is also the lock under which nonces are assigned.
CREATE TABLE studio.seeds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The id of the player or of the demo session.
  owner text NOT NULL,
  game text NOT NULL,
  server_seed text NOT NULL,
  server_seed_hash text NOT NULL,
  client_seed text NOT NULL,
  next_nonce bigint NOT NULL DEFAULT 0,
  last_round_at timestamptz,
  created_at timestamptz NOT NULL,
  revealed_at timestamptz,
  -- The number of the pair, and the key and the proof of its draw.
  number integer,
  draw_key text REFERENCES studio.draw_keys (id),
  proof text,
  CONSTRAINT seeds_drawn CHECK ((number IS NULL) = (draw_key IS NULL) AND (number IS NULL) = (proof IS NULL))
);
CREATE UNIQUE INDEX seeds_active ON studio.seeds (owner, game) WHERE revealed_at IS NULL;
-- Counts the pairs that an owner opened recently, which are limited.
CREATE INDEX seeds_of_owner ON studio.seeds (owner, created_at DESC);
-- Numbers are consecutive for each owner and game.
CREATE UNIQUE INDEX seeds_numbers ON studio.seeds (owner, game, number);

-- Rounds of the in-house studio, from the request for the stake to the result.
CREATE TABLE studio.rounds (
  id uuid PRIMARY KEY,
  play_id uuid NOT NULL,
  owner text NOT NULL,
  game text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('real', 'demo')),
  seed_id bigint NOT NULL REFERENCES studio.seeds (id),
  nonce bigint NOT NULL,
  maths_version text NOT NULL,
  maths_hash text NOT NULL,
  currency text NOT NULL,
  stake bigint NOT NULL CHECK (stake > 0),
  choice jsonb,
  -- betting: the wallet may have taken the stake. playing: a round of several steps is open. accepted: the stake was
  -- taken and the outcome is decided. cancelling: the stake is being returned.
  state text NOT NULL CHECK (state IN ('betting', 'playing', 'accepted', 'settled', 'cancelling', 'cancelled')),
  outcome jsonb,
  payout bigint NOT NULL DEFAULT 0 CHECK (payout >= 0),
  -- Why the wallet refused the bet; a repeated request gets the same answer.
  refusal text,
  -- The launch token for calls to the wallet; cleared when the round ends.
  token text,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Staked by actions in a round of several steps, in addition to `stake`.
  extra_stake bigint NOT NULL DEFAULT 0 CHECK (extra_stake >= 0),
  CHECK ((outcome IS NOT NULL) = (state IN ('accepted', 'settled'))),
  CONSTRAINT rounds_nonce_once UNIQUE (seed_id, nonce),
  CONSTRAINT rounds_play_once UNIQUE (owner, play_id)
);
CREATE INDEX rounds_of_owner ON studio.rounds (owner, game, created_at DESC);
CREATE UNIQUE INDEX rounds_in_flight ON studio.rounds (owner, game, currency)
  WHERE state IN ('betting', 'playing', 'accepted', 'cancelling');
CREATE INDEX rounds_due ON studio.rounds (next_attempt_at)
  WHERE (state IN ('betting', 'playing', 'accepted', 'cancelling')) AND (mode = 'real');
-- Finds the bets of a shared round.
CREATE INDEX rounds_of_shared ON studio.rounds (game, (((choice ->> 'round'))::bigint)) WHERE choice ? 'round';

-- The player's actions in rounds of several steps. Together with the seeds they determine every step, so no secret
-- state is stored.
CREATE TABLE studio.acts (
  round_id uuid REFERENCES studio.rounds (id) ON DELETE CASCADE,
  act_id uuid,
  -- The action's position in the round, from 0; null if it was refused.
  place integer CHECK (place >= 0),
  act jsonb NOT NULL,
  extra_stake bigint NOT NULL DEFAULT 0 CHECK (extra_stake >= 0),
  -- Identifies the action's stake in calls to the wallet.
  stake_id uuid,
  -- betting: the wallet may have taken the stake.
  state text NOT NULL CHECK (state IN ('betting', 'taken', 'cancelling', 'refused')),
  -- Why the stake was refused; a repeated action gets the same answer.
  refusal text,
  -- The launch token of the stake, until the wallet's answer is known.
  token text,
  created_at timestamptz NOT NULL,
  CHECK ((place IS NULL) = (state = 'refused')),
  CHECK ((refusal IS NOT NULL) = (state IN ('cancelling', 'refused'))),
  CHECK (extra_stake = 0 OR stake_id IS NOT NULL),
  PRIMARY KEY (round_id, act_id),
  UNIQUE (round_id, place)
);

-- Games of outside studios, from their catalogues, and the calls of these studios. A game that disappears from its
-- catalogue is kept, because rounds, favourites and bonuses refer to it, but is no longer offered.
CREATE SCHEMA studios;

CREATE TABLE studios.games (
  -- The game's id in this product.
  id text PRIMARY KEY CHECK (id ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
  -- The supplier of the catalogue, and the game's id there.
  supplier text NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  -- The studio that made the game: a supplier may be an aggregator with games of many studios.
  studio_id text NOT NULL CHECK (studio_id ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
  studio text NOT NULL,
  -- The supplier's name of the category, and the kind of game in this product.
  category text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('slot', 'dice', 'original', 'table')),
  platforms text[] NOT NULL,
  thumbnail text,
  -- Whether the supplier offers the game.
  is_enabled boolean NOT NULL,
  blocked_countries text[] NOT NULL,
  currencies text[] NOT NULL,
  languages text[] NOT NULL,
  has_free_rounds boolean NOT NULL,
  has_demo boolean NOT NULL,
  -- In percent. Null if the supplier does not state it; such a game is not offered.
  rtp numeric(6,3) CHECK (rtp > 0 AND rtp < 100),
  volatility text CHECK (volatility IN ('low', 'medium', 'high', 'extreme')),
  -- A multiple of the stake.
  max_win numeric(10,2) CHECK (max_win > 0),
  -- [{ currency, min, max }], in subunits.
  stakes jsonb NOT NULL,
  released_on date,
  retired_on date,
  -- The position in the catalogue.
  position integer NOT NULL,
  added_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  -- When the game disappeared from its catalogue.
  missing_since timestamptz,
  UNIQUE (supplier, code)
);

-- When each catalogue was last read, and when it is read next.
CREATE TABLE studios.catalogues (
  supplier text PRIMARY KEY,
  read_at timestamptz,
  attempted_at timestamptz NOT NULL,
  next_at timestamptz NOT NULL,
  -- Why the last attempt failed.
  failure text
);

-- Rounds that a studio closed together with a losing bet. They stay open for a short time, in which the bet can still
-- be rolled back, and are then settled without a win.
CREATE TABLE studios.closing_rounds (
  studio text,
  round_id text,
  game_id text NOT NULL,
  player_id uuid NOT NULL,
  currency text NOT NULL,
  close_at timestamptz NOT NULL,
  PRIMARY KEY (studio, round_id)
);
CREATE INDEX closing_rounds_due ON studios.closing_rounds (close_at);

-- Free spins of players in games of outside studios, in their state at the studio.
CREATE TABLE studios.free_rounds (
  -- The id of the free spins (bonuses.player_freespins), and of the reward at the studio.
  id uuid PRIMARY KEY,
  studio text NOT NULL,
  player_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('created', 'cancelled', 'finished')),
  -- As reported by the studio at the end; null until then.
  used integer CHECK (used >= 0),
  won bigint CHECK (won >= 0),
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE INDEX free_rounds_open ON studios.free_rounds (studio) WHERE state = 'created';

-- Rollbacks of bets that were already paid. They are accepted without effect, so that the studio stops repeating them.
CREATE TABLE studios.late_rollbacks (
  studio text,
  transaction_id text,
  bet_transaction_id text NOT NULL,
  round_id text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (studio, transaction_id)
);

-- Rounds that all players of a game share: one elected process runs them, and a chain of hashes determines their
-- results.
CREATE SCHEMA shared;

-- Hash chains. The rounds use the hashes in reverse order, so that each can be verified against the published one.
CREATE TABLE shared.chains (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  game text NOT NULL,
  -- The number of rounds that the chain determines.
  length integer NOT NULL CHECK (length > 0),
  -- The last hash, which is published before the first round.
  last_hash text NOT NULL,
  -- Secret: every n-th hash from the first, 32 bytes each; n is `every`. The hashes between are calculated from them.
  every integer NOT NULL CHECK (every > 0),
  checkpoints bytea NOT NULL,
  -- The public event that determines the salt, named before it happens.
  event text NOT NULL,
  salt text CHECK (length(salt) BETWEEN 1 AND 256),
  salt_source text,
  is_demo boolean NOT NULL,
  created_at timestamptz NOT NULL,
  salted_at timestamptz,
  CHECK ((salt IS NULL) = (salted_at IS NULL) AND (salt IS NULL) = (salt_source IS NULL))
);
CREATE INDEX chains_of_game ON shared.chains (game, id);

-- Public beacons that have decided rounds. The chain's hash covers every other column but the last two.
CREATE TABLE shared.beacons (
  chain_hash text PRIMARY KEY,
  name text NOT NULL,
  public_key text NOT NULL,
  period_seconds integer NOT NULL CHECK (period_seconds > 0),
  -- The time of its round 1, in seconds since 1970.
  genesis bigint NOT NULL,
  group_hash text NOT NULL,
  is_demo boolean NOT NULL,
  first_used_at timestamptz NOT NULL
);

-- Shared rounds with their results.
CREATE TABLE shared.rounds (
  game text,
  number bigint CHECK (number > 0),
  chain_id bigint NOT NULL REFERENCES shared.chains (id),
  -- The position from 1: the first round uses the hash before the published one.
  place integer NOT NULL CHECK (place > 0),
  -- Hash and crash point are secret until the round has ended. The point is in hundredths.
  hash text NOT NULL,
  -- Null while a beacon has not decided it, and in a round that was cancelled because the beacon did not answer.
  point integer CHECK (point >= 100),
  -- drawing: bets are closed, and the beacon's signature is not known yet.
  phase text NOT NULL CHECK (phase IN ('betting', 'drawing', 'running', 'ended')),
  bets_until timestamptz NOT NULL,
  -- The beacon that decides the round together with the hash. Null: the chain's salt does.
  beacon_chain text REFERENCES shared.beacons (chain_hash),
  -- When bets closed, by the database's clock, and the beacon's round, whose signature becomes known afterwards.
  closed_at timestamptz,
  beacon_round bigint,
  beacon_signature text,
  started_at timestamptz,
  ended_at timestamptz,
  -- Whether the round could not be run to its end, so that the stakes still in it were returned.
  is_interrupted boolean NOT NULL DEFAULT false,
  -- The version of the maths at the start of the round, by which the round also ends if the maths is replaced
  -- meanwhile.
  maths_version text NOT NULL,
  CHECK ((phase = 'ended') = (ended_at IS NOT NULL)),
  CHECK (phase <> 'running' OR started_at IS NOT NULL AND point IS NOT NULL),
  CHECK (NOT is_interrupted OR phase = 'ended'),
  CHECK (phase <> 'ended' OR point IS NOT NULL OR is_interrupted),
  CHECK (phase <> 'drawing' OR beacon_round IS NOT NULL),
  CHECK ((beacon_round IS NULL) = (closed_at IS NULL) AND (beacon_round IS NULL OR beacon_chain IS NOT NULL)),
  CHECK (beacon_signature IS NULL OR beacon_round IS NOT NULL),
  CHECK ((point IS NULL) = (beacon_chain IS NOT NULL AND beacon_signature IS NULL)),
  PRIMARY KEY (game, number),
  UNIQUE (chain_id, place)
);
-- A game has one open round at a time.
CREATE UNIQUE INDEX rounds_open ON shared.rounds (game) WHERE phase <> 'ended';

-- The process that runs a game's rounds, until its lease ends. Each new leader has a higher fencing number and can
-- write only under its own.
CREATE TABLE shared.leaders (
  game text PRIMARY KEY,
  holder uuid NOT NULL,
  fence bigint NOT NULL,
  leased_until timestamptz NOT NULL,
  renewed_at timestamptz NOT NULL,
  -- When the leader last stopped because nobody watched the game.
  rested_at timestamptz
);

-- When a game was last watched. Its rounds continue for a while afterwards.
CREATE TABLE shared.watched (
  game text PRIMARY KEY,
  watched_at timestamptz NOT NULL
);

-- Jackpots: pots that players feed with an optional side stake, a ticket, and whose draws they can verify.
CREATE SCHEMA jackpots;

-- A jackpot of a currency. Its terms never change: other terms are another jackpot, after this one has been closed and
-- paid out. Arrays have an element for each level: mini, major, grand.
CREATE TABLE jackpots.jackpots (
  id text PRIMARY KEY,
  currency text NOT NULL,
  -- The price of a ticket, and the part of it that each pot gets; the rest is the reserve that pays the seeds.
  side_stake bigint NOT NULL CHECK (side_stake > 0),
  contributions bigint[] NOT NULL CHECK (cardinality(contributions) = 3 AND 0 < ALL (contributions)),
  -- What a new pot starts with, and what it never exceeds.
  seeds bigint[] NOT NULL CHECK (cardinality(seeds) = 3 AND 0 <= ALL (seeds)),
  caps bigint[] NOT NULL CHECK (cardinality(caps) = 3),
  pots bigint[] NOT NULL CHECK (cardinality(pots) = 3),
  -- How often each pot has been won.
  wins integer[] NOT NULL DEFAULT '{0,0,0}',
  -- The number of the last draw; draws are numbered without gaps.
  draws bigint NOT NULL DEFAULT 0,
  opened_at timestamptz NOT NULL,
  closed_at timestamptz,
  CHECK (pots[1] < caps[1] AND pots[2] < caps[2] AND pots[3] < caps[3]),
  CHECK (seeds[1] + contributions[1] <= caps[1] AND seeds[2] + contributions[2] <= caps[2]
    AND seeds[3] + contributions[3] <= caps[3])
) WITH (fillfactor=50);
-- Two jackpots of a currency would each take a side stake.
CREATE UNIQUE INDEX jackpots_open ON jackpots.jackpots (currency) WHERE closed_at IS NULL;

-- Seed pairs of a player for a jackpot, as those of a game (studio.seeds): the server seed is the output of the
-- verifiable random function, committed to by its hash before the first ticket.
CREATE TABLE jackpots.pairs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  jackpot_id text NOT NULL REFERENCES jackpots.jackpots (id),
  player_id uuid NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  draw_key text NOT NULL,
  proof text NOT NULL,
  server_seed text NOT NULL,
  server_seed_hash text NOT NULL,
  client_seed text NOT NULL,
  -- The two keys of HMAC, made of the server seed.
  inner_key bytea NOT NULL CHECK (length(inner_key) = 64),
  outer_key bytea NOT NULL CHECK (length(outer_key) = 64),
  next_nonce bigint NOT NULL DEFAULT 0,
  opened_at timestamptz NOT NULL,
  revealed_at timestamptz,
  UNIQUE (player_id, jackpot_id, number)
);
CREATE UNIQUE INDEX pairs_open ON jackpots.pairs (player_id, jackpot_id) WHERE revealed_at IS NULL;

-- The ticket of a round: bought with its first stake, drawn when the round is settled, returned if that stake is rolled
-- back or the jackpot has been closed by then. A settled round cannot be rolled back, so no drawn ticket is returned.
CREATE TABLE jackpots.tickets (
  round_id text,
  studio text,
  -- The key of the bet that bought it.
  bet_key text NOT NULL,
  game_id text NOT NULL,
  player_id uuid NOT NULL,
  currency text NOT NULL,
  jackpot_id text NOT NULL REFERENCES jackpots.jackpots (id),
  pair_id bigint NOT NULL REFERENCES jackpots.pairs (id),
  side_stake bigint NOT NULL CHECK (side_stake > 0),
  -- The movement of the side stake, and that which drew or returned it.
  movement_id bigint NOT NULL UNIQUE,
  ended_by bigint,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'drawn', 'returned')),
  number bigint,
  nonce bigint,
  -- By level: the pot before the draw, the number drawn from 0 to the difference of cap and pot, and what it won.
  pots bigint[],
  drawn bigint[],
  won bigint[],
  ended_at timestamptz,
  PRIMARY KEY (round_id, studio),
  CHECK ((state = 'open') = (ended_by IS NULL)),
  CHECK ((state = 'drawn') = (number IS NOT NULL)),
  UNIQUE (jackpot_id, number),
  UNIQUE (pair_id, nonce)
) WITH (fillfactor=80);
-- Few rounds are open at a time.
CREATE INDEX tickets_open ON jackpots.tickets (player_id, currency) WHERE state = 'open';
CREATE INDEX tickets_of_player ON jackpots.tickets (player_id, movement_id DESC);
CREATE INDEX tickets_won ON jackpots.tickets (jackpot_id, number DESC) WHERE won <> '{0,0,0}';

-- What players get of the pots of a closed jackpot. Written with the closing, paid by a job.
CREATE TABLE jackpots.shares (
  jackpot_id text REFERENCES jackpots.jackpots (id),
  player_id uuid,
  -- The side stakes of the player's tickets that count.
  staked bigint NOT NULL CHECK (staked > 0),
  amount bigint NOT NULL CHECK (amount >= 0),
  paid_at timestamptz,
  -- Paid to the reserve, because the account was closed by then.
  is_forfeited boolean NOT NULL DEFAULT false,
  PRIMARY KEY (jackpot_id, player_id)
);
CREATE INDEX shares_due ON jackpots.shares (jackpot_id, player_id) WHERE paid_at IS NULL;

-- What the ticket of a movement adds to a call of ledger.post.
CREATE TYPE ledger.ticket_moves AS (
  wallet wallet.accounts,
  posted ledger.movements[],
  entries ledger.entries[],
  events ledger.event[]
);
