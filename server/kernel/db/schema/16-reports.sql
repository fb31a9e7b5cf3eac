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

-- The country of each player's account today, and when it was opened.
CREATE VIEW reports.players AS SELECT id AS player_id, country, created_at AS registered_at FROM identity.players;

-- The wallets of players.
CREATE VIEW reports.wallets AS SELECT player_id, currency, created_at AS opened_at FROM wallet.accounts;

-- Every entry of a player's accounts with its movement. A shared game is one with a chain of hashes.
CREATE VIEW reports.own_entries AS
  SELECT wallet.player_id, wallet.currency, bucket.name AS account, movement.created_at AS at, movement.kind,
    movement.actor, movement.reference_kind, entry.amount,
    EXISTS (
      SELECT FROM games.rounds AS round JOIN shared.chains AS chain ON chain.game = round.game_id
      WHERE round.id = movement.reference_id AND 'studio:' || round.studio = movement.actor
    ) AS has_chain
  FROM wallet.accounts AS wallet
  CROSS JOIN (VALUES (0, 'cash'), (1, 'bonus'), (2, 'held'), (3, 'vault')) AS bucket (number, name)
  JOIN ledger.entries AS entry
    ON entry.account_id = wallet.first_account_id + bucket.number AND entry.balance_after IS NOT NULL
  JOIN ledger.movements AS movement ON movement.id = entry.movement_id;

-- Breaks and exclusions by the day on which they began.
CREATE VIEW reports.exclusions AS
  SELECT (begun.created_at AT TIME ZONE 'UTC')::date AS day, begun.player_id, player.country,
    begun.definition = 4 AS is_exclusion
  FROM limits.limits AS begun JOIN identity.players AS player ON player.id = begun.player_id
  WHERE begun.definition IN (4, 5);

-- Complaints without their texts and players.
CREATE VIEW reports.complaints AS
  SELECT (complaint.filed_at AT TIME ZONE 'UTC')::date AS day, complaint.category, complaint.status,
    coalesce(complaint.final_outcome, complaint.answer_outcome) AS outcome,
    coalesce(complaint.answered_at, complaint.final_at, now()) > complaint.due_at AS is_late, player.country
  FROM complaints.complaints AS complaint JOIN identity.players AS player ON player.id = complaint.player_id;

-- Tags that operators gave to players.
CREATE VIEW reports.tags AS SELECT player_id, tag FROM operators.tags;

-- What the audit export (server/reports/audit-export.ts) reads of other schemas. Demo play is not part of it.
CREATE VIEW reports.audit_pairs AS
  SELECT seeds.id, seeds.owner, seeds.game, seeds.number, seeds.draw_key, seeds.proof, seeds.server_seed,
    seeds.server_seed_hash, seeds.client_seed, seeds.next_nonce, seeds.created_at, seeds.revealed_at
  FROM studio.seeds AS seeds
  WHERE seeds.number IS NOT NULL
    AND NOT EXISTS (SELECT FROM studio.demo_sessions AS demo WHERE demo.id = seeds.owner::uuid);

CREATE VIEW reports.audit_keys AS SELECT id, n, e, used_from, created_at FROM studio.draw_keys;

-- Rounds of the in-house studio, with what the wallet knows of them; null if no stake was taken.
CREATE VIEW reports.audit_rounds AS
  SELECT round.id, round.seed_id, round.owner, round.game, seeds.number, round.nonce, round.maths_version, round.maths_hash,
    round.currency, round.stake, round.extra_stake, round.choice, round.state, round.refusal, round.outcome,
    round.payout, round.created_at, round.updated_at, booked.status, booked.free_stake, booked.bonus_stake,
    booked.forfeited, booked.first_movement_id, booked.last_movement_id
  FROM studio.rounds AS round
  JOIN studio.seeds AS seeds ON seeds.id = round.seed_id
  LEFT JOIN games.rounds AS booked ON booked.id = round.id::text AND booked.studio = 'fairhouse-studio'
  WHERE round.mode = 'real';

-- Entries of players' accounts, and those that the operator paid or kept in a player's round. The movement's id occurs
-- twice: a range on both bounds what is read of both tables.
CREATE VIEW reports.audit_entries AS
  SELECT coalesce(account.player_id, wallet.player_id)::text AS owner, entry.movement_id, movement.id AS movement_of,
    entry.ordinal, movement.created_at, movement.kind, account.currency,
    CASE WHEN account.player_id IS NULL THEN split_part(account.address, ':', 2)
      ELSE split_part(account.address, ':', 3) END AS part,
    entry.amount, entry.balance_after,
    CASE WHEN other.player_id IS NULL THEN split_part(other.address, ':', 1) || ':' || split_part(other.address, ':', 2)
      ELSE 'own:' || split_part(other.address, ':', 3) END AS counterparty,
    CASE WHEN movement.reference_kind = 'round'
      OR movement.kind IN ('jackpot-stake', 'jackpot-stake-returned', 'jackpot-won')
      THEN movement.reference_id END AS round,
    CASE WHEN movement.actor LIKE 'studio:%' THEN substring(movement.actor FROM 8)
      WHEN movement.kind IN ('jackpot-stake', 'jackpot-stake-returned', 'jackpot-won')
      THEN split_part(movement.idempotency_key, ':', 2) END AS studio
  FROM ledger.entries AS entry
  JOIN ledger.movements AS movement ON movement.id = entry.movement_id
  JOIN ledger.accounts AS account ON account.id = entry.account_id
  JOIN ledger.accounts AS other ON other.id = entry.counterparty_id
  LEFT JOIN wallet.accounts AS wallet ON wallet.id = movement.wallet_id
  WHERE account.player_id IS NOT NULL OR (movement.reference_kind = 'round'
    AND split_part(account.address, ':', 2) IN ('bonus-expense', 'spin-wins') AND wallet.player_id IS NOT NULL);

-- The ledger's accounts of each player.
CREATE VIEW reports.audit_accounts AS
  SELECT wallet.player_id, wallet.first_account_id + bucket AS id
  FROM wallet.accounts AS wallet CROSS JOIN generate_series(0, 3) AS bucket;

-- Rounds whose stakes may have been the operator's, with the movements between which their entries are.
CREATE VIEW reports.audit_free_rounds AS
  SELECT player_id, id, first_movement_id, last_movement_id FROM games.rounds WHERE freespin_id IS NOT NULL;

CREATE VIEW reports.audit_reports AS
  SELECT number, id, made_at, statement, public_key, signature, last_movement_id FROM liabilities.reports;
CREATE VIEW reports.audit_leaves AS
  SELECT report, player_id, currency, part, position, amount, salt FROM liabilities.leaves;
CREATE VIEW reports.audit_nodes AS SELECT report, currency, level, nodes FROM liabilities.levels;

-- Claims of players besides their balances, tickets and rounds in the house: bets and buy-ins that may be open.
CREATE VIEW reports.audit_claims AS
  SELECT player_id, currency, stake AS amount, first_movement_id AS since_movement,
    CASE status WHEN 'open' THEN NULL ELSE updated_at END AS ended_at
  FROM games.rounds WHERE studio <> 'fairhouse-studio'
  UNION ALL SELECT player_id, currency, stake, movement_id, ended_at FROM sports.bets
  UNION ALL
  SELECT entered.player_id, account.currency, entered.price, entered.movement_id, entered.refunded_at
  FROM rewards.tournament_entries AS entered
  JOIN ledger.entries AS taken ON taken.movement_id = entered.movement_id
  JOIN ledger.accounts AS account ON account.id = taken.account_id AND account.player_id = entered.player_id;

CREATE VIEW reports.audit_chains AS
  SELECT id, game, length, last_hash, event, salt, salt_source, is_demo, created_at, salted_at FROM shared.chains;
CREATE VIEW reports.audit_shared_rounds AS
  SELECT game, number, chain_id, place, hash, point, bets_until, beacon_chain, closed_at, beacon_round,
    beacon_signature, started_at, ended_at, is_interrupted, maths_version
  FROM shared.rounds WHERE phase = 'ended';
CREATE VIEW reports.audit_beacons AS
  SELECT chain_hash, name, public_key, period_seconds, genesis, group_hash, is_demo FROM shared.beacons;

-- Jackpots with the movements that opened and closed them.
CREATE VIEW reports.audit_jackpots AS
  SELECT jackpot.id, jackpot.currency, jackpot.side_stake, jackpot.contributions, jackpot.seeds, jackpot.caps,
    jackpot.opened_at, jackpot.closed_at, opened.id AS opened_by, closed.id AS closed_by
  FROM jackpots.jackpots AS jackpot
  JOIN ledger.movements AS opened ON opened.actor = 'jackpots' AND opened.idempotency_key = 'opened:' || jackpot.id
  LEFT JOIN ledger.movements AS closed
    ON closed.actor = 'jackpots' AND closed.idempotency_key = 'closed:' || jackpot.id;

CREATE VIEW reports.audit_tickets AS
  SELECT ticket.round_id, ticket.studio, ticket.game_id, ticket.player_id, ticket.currency, ticket.jackpot_id,
    ticket.pair_id, pair.number AS pair, ticket.side_stake, ticket.movement_id, ticket.ended_by, ticket.state,
    ticket.number, ticket.nonce, ticket.pots, ticket.drawn, ticket.won, ticket.ended_at
  FROM jackpots.tickets AS ticket JOIN jackpots.pairs AS pair ON pair.id = ticket.pair_id;

CREATE VIEW reports.audit_ticket_pairs AS
  SELECT id, jackpot_id, player_id, number, draw_key, proof, server_seed, server_seed_hash, client_seed, opened_at,
    revealed_at
  FROM jackpots.pairs;

CREATE VIEW reports.audit_shares AS
  SELECT share.jackpot_id, share.player_id, share.staked, share.amount, share.is_forfeited, paid.id AS paid_by
  FROM jackpots.shares AS share
  LEFT JOIN ledger.movements AS paid
    ON paid.actor = 'jackpots' AND paid.idempotency_key = 'shared:' || share.jackpot_id || ':' || share.player_id;

-- Entries of the accounts of jackpots: open, mini, major, grand, reserve and shares. The movement's id occurs twice, as
-- above.
CREATE VIEW reports.audit_pot_entries AS
  SELECT entry.movement_id, movement.id AS movement_of, movement.created_at, movement.kind, account.currency,
    substring(split_part(account.address, ':', 2) FROM 9) AS account, entry.amount,
    other.player_id IS NOT NULL AS is_with_player
  FROM ledger.entries AS entry
  JOIN ledger.movements AS movement ON movement.id = entry.movement_id
  JOIN ledger.accounts AS account ON account.id = entry.account_id
  JOIN ledger.accounts AS other ON other.id = entry.counterparty_id
  WHERE account.address LIKE 'house:jackpot-%';
CREATE VIEW reports.audit_pots AS
  SELECT currency, substring(split_part(address, ':', 2) FROM 9) AS account, balance
  FROM ledger.balances WHERE address LIKE 'house:jackpot-%';

CREATE VIEW reports.audit_closed_players AS
  SELECT id AS player_id, closed_at FROM identity.players WHERE closed_at IS NOT NULL;
