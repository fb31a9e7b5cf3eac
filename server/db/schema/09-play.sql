CREATE SCHEMA games;

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
  -- Staked by the house itself: free spins.
  free_stake bigint NOT NULL DEFAULT 0 CHECK (free_stake >= 0),
  -- Winnings on the stake of a bonus that was over by then: they stay with the house.
  forfeited bigint NOT NULL DEFAULT 0 CHECK (forfeited >= 0),
  -- The free spins that the first free bet of the round was taken from.
  freespin_id uuid,
  PRIMARY KEY (id, studio)
) WITH (fillfactor=80);
CREATE INDEX rounds_of_player ON games.rounds (player_id, first_movement_id DESC);
CREATE INDEX rounds_of_freespins ON games.rounds (freespin_id) WHERE freespin_id IS NOT NULL;
-- Whether a round of a bonus is open. The state of a round is no part of it: its change would then write every index.
CREATE INDEX rounds_of_bonuses ON games.rounds (bonus_id) WHERE bonus_id IS NOT NULL;
-- Consumers read rounds in the order in which they were settled. Without this index each of them looks every movement
-- of its range up among the rounds, although half of them are stakes that settled none.
CREATE INDEX rounds_settled ON games.rounds (last_movement_id) WHERE status = 'settled';

CREATE TABLE games.favorites (
  player_id uuid,
  game_id text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (player_id, game_id)
);

-- Openings for real money: what "recently played" and "popular" stand on.
CREATE TABLE games.launches (
  player_id uuid,
  game_id text,
  launched_at timestamptz NOT NULL,
  count integer NOT NULL DEFAULT 1,
  PRIMARY KEY (player_id, game_id)
);
CREATE INDEX launches_recent ON games.launches (launched_at DESC);

-- Wins above their stake, for the feed; the name is masked before it is written.
CREATE TABLE games.winners (
  round_id text,
  studio text,
  game_id text NOT NULL,
  nickname text NOT NULL,
  currency text NOT NULL,
  won bigint NOT NULL,
  at timestamptz NOT NULL,
  player_id uuid,
  PRIMARY KEY (round_id, studio)
);
CREATE INDEX winners_recent ON games.winners (at DESC);

-- Since when a player plays, for the time and net result beside a game. The amounts are summed from the rounds.
CREATE TABLE games.play_sessions (
  session_id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  started_at timestamptz NOT NULL,
  -- The player's newest round before play began: later ones are of this play session.
  after_movement_id bigint NOT NULL,
  -- The same for the statistics, which the player may reset.
  statistics_since timestamptz NOT NULL,
  statistics_after_movement_id bigint NOT NULL
);
CREATE INDEX play_sessions_of_player ON games.play_sessions (player_id);

-- When a player's next reality check is due. Play is measured by its stakes, in all sessions and currencies of the player.
CREATE TABLE games.reality_checks (
  player_id uuid PRIMARY KEY,
  interval_minutes integer NOT NULL CHECK (interval_minutes BETWEEN 1 AND 1440),
  -- When the present play began, and the movement before its first stake; null before the first play.
  began_at timestamptz,
  after_movement_id bigint,
  -- Of the latest stake, to the minute. Play ends half an hour after its last stake.
  played_at timestamptz,
  due_at timestamptz,
  -- The pause that the policy requires after the check; null where it requires none.
  paused_until timestamptz,
  CHECK ((began_at IS NULL) = (due_at IS NULL) AND (began_at IS NULL) = (played_at IS NULL)
    AND (began_at IS NULL) = (after_movement_id IS NULL))
);

-- The latest settled rounds, for the live feed: as many as are shown, not a history. The name is masked before it is
-- written, and nothing else leads to the player.
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

CREATE VIEW games.settled_rounds AS
  SELECT round.last_movement_id AS movement_id, movement.created_at AS settled_at, round.id AS round_id, round.studio, round.game_id,
    round.player_id, round.currency, round.stake, round.won, round.bonus_stake, round.free_stake, round.created_at AS bet_at
  FROM games.rounds AS round
  JOIN ledger.movements AS movement ON movement.id = round.last_movement_id AND movement.reference_id = round.id
  WHERE round.status = 'settled' AND movement.reference_kind = 'round' AND movement.actor = 'studio:' || round.studio;

-- The in-house studio's own books. It stands apart from the house on purpose: the two only meet over the signed wallet API.
CREATE SCHEMA studio;

CREATE TABLE studio.demo_sessions (
  id uuid PRIMARY KEY,
  game text NOT NULL,
  currency text NOT NULL,
  balance bigint NOT NULL CHECK (balance >= 0),
  created_at timestamptz NOT NULL
);
CREATE INDEX demo_sessions_age ON studio.demo_sessions (created_at);

-- Keys of the verifiable random function that gives every seed pair its server seed. A key is announced in a report of
-- liabilities before it is used; the first one is used at once.
CREATE TABLE studio.draw_keys (
  -- The thumbprint of the public key (RFC 7638).
  id text PRIMARY KEY,
  -- Modulus and exponent in base64url, as in a JSON Web Key.
  n text NOT NULL,
  e text NOT NULL,
  -- PKCS #8, encrypted with a passphrase derived from SECRET.
  private_key text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Pairs opened from this moment on use it, until a later key's. Null until it is announced.
  used_from timestamptz
);

-- A seed pair: committed by its hash, played under, revealed when the next one opens. The active row is also the seat: it hands out nonces.
CREATE TABLE studio.seeds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The player's id, or the demo session's.
  owner text NOT NULL,
  game text NOT NULL,
  server_seed text NOT NULL,
  server_seed_hash text NOT NULL,
  client_seed text NOT NULL,
  next_nonce bigint NOT NULL DEFAULT 0,
  last_round_at timestamptz,
  created_at timestamptz NOT NULL,
  revealed_at timestamptz,
  -- Null for pairs from before, whose server seed the studio drew itself.
  number integer,
  draw_key text REFERENCES studio.draw_keys (id),
  proof text,
  CONSTRAINT seeds_drawn CHECK ((number IS NULL) = (draw_key IS NULL) AND (number IS NULL) = (proof IS NULL))
);
CREATE UNIQUE INDEX seeds_active ON studio.seeds (owner, game) WHERE revealed_at IS NULL;
-- How many pairs an owner opened of late is asked before the next one is.
CREATE INDEX seeds_of_owner ON studio.seeds (owner, created_at DESC);
-- Counted for each owner and game, without gaps.
CREATE UNIQUE INDEX seeds_numbers ON studio.seeds (owner, game, number);

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
  -- betting: the bet may have reached the house. accepted: the stake is in, the outcome is decided. cancelling: the stake goes back.
  state text NOT NULL CHECK (state IN ('betting', 'playing', 'accepted', 'settled', 'cancelling', 'cancelled')),
  outcome jsonb,
  payout bigint NOT NULL DEFAULT 0 CHECK (payout >= 0),
  -- Why the house said no to the bet; a repeated play gets the same answer.
  refusal text,
  -- The launch token that the house's calls carry; forgotten once the round is closed.
  token text,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Rounds of several steps: between its stake and its result a round is played, act by act.
  -- Staked by acts, in addition to `stake`.
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
-- The bets of a shared round.
CREATE INDEX rounds_of_shared ON studio.rounds (game, (((choice ->> 'round'))::bigint)) WHERE choice ? 'round';

-- What the player did in a round. With the seeds it decides every step, so no secret state is stored.
CREATE TABLE studio.acts (
  round_id uuid REFERENCES studio.rounds (id) ON DELETE CASCADE,
  act_id uuid,
  -- Its place in the round, from 0; null once it was refused.
  place integer CHECK (place >= 0),
  act jsonb NOT NULL,
  extra_stake bigint NOT NULL DEFAULT 0 CHECK (extra_stake >= 0),
  -- Identifies the stake in the wallet's calls.
  stake_id uuid,
  -- betting: its stake may have been taken.
  state text NOT NULL CHECK (state IN ('betting', 'taken', 'cancelling', 'refused')),
  -- Why its stake was refused; a repeated act gets the same answer.
  refusal text,
  -- The launch under which it was staked, until the answer is known.
  token text,
  created_at timestamptz NOT NULL,
  CHECK ((place IS NULL) = (state = 'refused')),
  CHECK ((refusal IS NOT NULL) = (state IN ('cancelling', 'refused'))),
  CHECK (extra_stake = 0 OR stake_id IS NOT NULL),
  PRIMARY KEY (round_id, act_id),
  UNIQUE (round_id, place)
);

-- Games of outside studios, as their catalogues described them last. A game that is missing from its catalogue is kept,
-- because rounds, favourites and bonuses name it; it is not offered.
CREATE SCHEMA studios;

CREATE TABLE studios.games (
  -- The game's id in this product.
  id text PRIMARY KEY CHECK (id ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
  -- Whose catalogue it is in, and its id there.
  supplier text NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  -- Who made it: an aggregator has games of many studios.
  studio_id text NOT NULL CHECK (studio_id ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
  studio text NOT NULL,
  -- In the supplier's words, and as a kind of this product.
  category text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('slot', 'dice', 'original', 'table')),
  platforms text[] NOT NULL,
  thumbnail text,
  -- By the supplier.
  is_enabled boolean NOT NULL,
  blocked_countries text[] NOT NULL,
  currencies text[] NOT NULL,
  languages text[] NOT NULL,
  has_free_rounds boolean NOT NULL,
  has_demo boolean NOT NULL,
  -- Percent; null where the supplier does not state it. Such a game is not offered.
  rtp numeric(6,3) CHECK (rtp > 0 AND rtp < 100),
  volatility text CHECK (volatility IN ('low', 'medium', 'high', 'extreme')),
  -- A multiple of the stake.
  max_win numeric(10,2) CHECK (max_win > 0),
  -- [{ currency, min, max }], in subunits.
  stakes jsonb NOT NULL,
  released_on date,
  retired_on date,
  -- In order of the catalogue.
  position integer NOT NULL,
  added_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  -- Since when it has been missing from its catalogue.
  missing_since timestamptz,
  UNIQUE (supplier, code)
);

-- The last reading of each catalogue, and when the next is due.
CREATE TABLE studios.catalogues (
  supplier text PRIMARY KEY,
  read_at timestamptz,
  attempted_at timestamptz NOT NULL,
  next_at timestamptz NOT NULL,
  -- Why the last attempt failed.
  failure text
);

-- Rounds that a studio closed with a bet, because it was lost. They stay open for a short while, in which the bet can
-- still be rolled back, and are then settled without a win.
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

-- Free spins of players in games of outside studios, as they stand at the studio.
CREATE TABLE studios.free_rounds (
  -- The free spins, and the reward's id at the studio.
  id uuid PRIMARY KEY,
  studio text NOT NULL,
  player_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('created', 'cancelled', 'finished')),
  -- As the studio reported at the end; null until then.
  used integer CHECK (used >= 0),
  won bigint CHECK (won >= 0),
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE INDEX free_rounds_open ON studios.free_rounds (studio) WHERE state = 'created';

-- Rollbacks of bets that were paid already: accepted without effect, so that the studio ends its repeats.
CREATE TABLE studios.late_rollbacks (
  studio text,
  transaction_id text,
  bet_transaction_id text NOT NULL,
  round_id text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (studio, transaction_id)
);

-- Rounds that all players of a game share: one elected process runs them, and a chain of hashes decides them.
CREATE SCHEMA shared;

CREATE TABLE shared.chains (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  game text NOT NULL,
  -- How many rounds it decides.
  length integer NOT NULL CHECK (length > 0),
  -- The published hash.
  last_hash text NOT NULL,
  -- Secret: every so many hashes one is stored, 32 bytes each, from the first; those between are calculated from it.
  every integer NOT NULL CHECK (every > 0),
  checkpoints bytea NOT NULL,
  -- The event that fixes the salt, named before it happens.
  event text NOT NULL,
  salt text CHECK (length(salt) BETWEEN 1 AND 256),
  salt_source text,
  is_demo boolean NOT NULL,
  created_at timestamptz NOT NULL,
  salted_at timestamptz,
  CHECK ((salt IS NULL) = (salted_at IS NULL) AND (salt IS NULL) = (salt_source IS NULL))
);
CREATE INDEX chains_of_game ON shared.chains (game, id);

CREATE TABLE shared.rounds (
  game text,
  number bigint CHECK (number > 0),
  chain_id bigint NOT NULL REFERENCES shared.chains (id),
  -- From 1: the first round has the hash before the published one.
  place integer NOT NULL CHECK (place > 0),
  -- Both secret until the round has ended. The point is in hundredths.
  hash text NOT NULL,
  point integer NOT NULL CHECK (point >= 100),
  phase text NOT NULL CHECK (phase IN ('betting', 'running', 'ended')),
  bets_until timestamptz NOT NULL,
  started_at timestamptz,
  ended_at timestamptz,
  -- Could not be run to its end: stakes that were still in it were returned.
  is_interrupted boolean NOT NULL DEFAULT false,
  -- The version of the maths that decides a shared round: it ends by the rules under which it began, after a replacement too.
  maths_version text NOT NULL,
  CHECK ((phase = 'ended') = (ended_at IS NOT NULL)),
  CHECK (phase <> 'running' OR started_at IS NOT NULL),
  CHECK (NOT is_interrupted OR phase = 'ended'),
  PRIMARY KEY (game, number),
  UNIQUE (chain_id, place)
);
-- A game has one round at a time.
CREATE UNIQUE INDEX rounds_open ON shared.rounds (game) WHERE phase <> 'ended';

-- The process that runs a game's rounds, until its lease ends. Each new one has a higher fence, and writes only under its own.
CREATE TABLE shared.leaders (
  game text PRIMARY KEY,
  holder uuid NOT NULL,
  fence bigint NOT NULL,
  leased_until timestamptz NOT NULL,
  renewed_at timestamptz NOT NULL,
  -- When it stopped because nobody needed the rounds.
  rested_at timestamptz
);

-- When a game was last watched: its rounds go on for a while after that.
CREATE TABLE shared.watched (
  game text PRIMARY KEY,
  watched_at timestamptz NOT NULL
);
