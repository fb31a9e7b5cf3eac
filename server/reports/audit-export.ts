/**
 * The lines of an audit export: what an outsider needs to recalculate all rounds and balances of a period. `audit/README.md`
 * describes the format. Players have pseudonyms, and nothing that is still secret is exported.
 */
import { type RawBuilder, sql } from 'kysely'
import { placeName, sharedDays } from '#contract/jackpot-odds.ts'
import { aliasOf } from '#contract/seed-pair.ts'
import type { Snapshot } from '../kernel/db/snapshot.ts'

/** `owner`: of one player only. */
export type Span = {
  from: Date
  to: Date
  /** The movements of the period: consecutive ids. `last` is below `first` if there are none. */
  first: bigint
  last: bigint
  owner?: string
}
type Line = { owner: string; line: string }

async function one<Row>(snapshot: Snapshot, query: RawBuilder<Row>): Promise<Row | undefined> {
  for await (const row of snapshot.rows(query)) return row
  return undefined
}

/** A movement's id and time are assigned separately, at most this long apart. */
const longestTransactionMs = 3_600_000

/**
 * The first movement at or after the moment. Ids are almost in the order of time, so the search starts before the
 * moment by the longest time that a transaction takes.
 */
async function firstMovementFrom(snapshot: Snapshot, moment: Date): Promise<bigint | null> {
  const newest = await one(snapshot, sql<{ id: bigint | null }>`SELECT max(id) AS id FROM ledger.movements`)
  if (!newest?.id) return null
  const early = moment.getTime() - longestTransactionMs
  let [low, high] = [0n, newest.id]
  while (low < high) {
    const middle = (low + high) / 2n
    const found = await one(
      snapshot,
      sql<{ id: bigint; created_at: Date }>`
        SELECT id, created_at FROM ledger.movements WHERE id >= ${middle}::bigint ORDER BY id LIMIT 1`,
    )
    if (found && found.created_at.getTime() < early) low = found.id + 1n
    else high = middle
  }
  const first = await one(
    snapshot,
    sql<{ id: bigint }>`
      SELECT id FROM ledger.movements WHERE id >= ${low}::bigint AND created_at >= ${moment} ORDER BY id LIMIT 1`,
  )
  return first?.id ?? null
}

export async function spanOf(snapshot: Snapshot, { from, to }: { from: Date; to: Date }): Promise<Span> {
  const newest = await one(
    snapshot,
    sql<{ id: bigint }>`SELECT coalesce(max(id), 0)::bigint AS id FROM ledger.movements`,
  )
  const first = (await firstMovementFrom(snapshot, from)) ?? newest!.id + 1n
  const next = (await firstMovementFrom(snapshot, to)) ?? newest!.id + 1n
  return { from, to, first, last: next - 1n }
}

const iso = (column: string) => sql.raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/** Ids are UUIDs of version 7, which begin with the milliseconds of their creation. */
const idFrom = (moment: Date) =>
  `${moment
    .getTime()
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})(.{4})$/, '$1-$2')}-0000-0000-000000000000`

const allOrOwn = ({ owner }: Span, column: string) =>
  owner === undefined ? sql`true` : sql`${sql.ref(column)} = ${owner}`
/** The same for a column of ids. */
const allOrOwnId = ({ owner }: Span, column: string) =>
  owner === undefined ? sql`true` : sql`${sql.ref(column)} = ${owner}::uuid`

/** Rounds that were opened in the period, or moved money in it, or were open at its end. */
const touched = (span: Span) => (span.owner === undefined ? touchedOfAll(span) : touchedOfOwn(span))
/** A player has few rounds, so all of them are looked at. */
const touchedOfOwn = ({ from, to, first, last, owner }: Span) => sql`
  SELECT id FROM reports.audit_rounds WHERE owner = ${owner} AND (
    id >= ${idFrom(from)}::uuid AND id < ${idFrom(to)}::uuid
    OR first_movement_id <= ${last}::bigint AND last_movement_id >= ${first}::bigint
    OR first_movement_id <= ${last}::bigint AND status = 'open')`
const touchedOfAll = ({ from, to, first, last }: Span) => sql`
  SELECT id FROM reports.audit_rounds WHERE id >= ${idFrom(from)}::uuid AND id < ${idFrom(to)}::uuid
  UNION SELECT reference_id::uuid FROM ledger.movements
    WHERE id BETWEEN ${first}::bigint AND ${last}::bigint AND reference_kind = 'round' AND actor = 'studio:fairhouse-studio'
  UNION SELECT round.id FROM reports.audit_rounds AS round
    WHERE round.status = 'open' AND round.first_movement_id <= ${last}::bigint`

const accountsQuery = ({ first, last, owner }: Span) => sql<Line>`
  SELECT account.player_id::text COLLATE "C" AS owner, json_build_object('record', 'account', 'currency', account.currency,
    'part', split_part(account.address, ':', 3), 'opening', coalesce(opening.balance_after, 0),
    'closing', coalesce(closing.balance_after, 0))::text AS line
  FROM ledger.accounts AS account
  LEFT JOIN LATERAL (SELECT balance_after FROM ledger.entries
    WHERE account_id = account.id AND balance_after IS NOT NULL AND movement_id < ${first}::bigint
    ORDER BY movement_id DESC, ordinal DESC LIMIT 1) AS opening ON true
  LEFT JOIN LATERAL (SELECT balance_after, movement_id FROM ledger.entries
    WHERE account_id = account.id AND balance_after IS NOT NULL AND movement_id <= ${last}::bigint
    ORDER BY movement_id DESC, ordinal DESC LIMIT 1) AS closing ON true
  WHERE ${
    owner === undefined
      ? sql`account.player_id IS NOT NULL`
      : sql`account.id IN (SELECT id FROM reports.audit_accounts WHERE player_id = ${owner}::uuid)`
  } AND (coalesce(opening.balance_after, 0) <> 0 OR closing.movement_id >= ${first}::bigint)
  ORDER BY 1, account.id`

/** Pairs that were opened or revealed in the period, or have a round in it. */
const pairsOf = (span: Span) => sql`
  SELECT id FROM reports.audit_pairs WHERE ${allOrOwn(span, 'owner')}
    AND (created_at >= ${span.from} AND created_at < ${span.to}
      OR revealed_at >= ${span.from} AND revealed_at < ${span.to})
  UNION SELECT seed_id FROM reports.audit_rounds WHERE id IN (${touched(span)})`

const pairsQuery = (span: Span) => sql<Line>`
  SELECT pair.owner COLLATE "C" AS owner, json_build_object('record', 'pair', 'game', pair.game, 'number', pair.number,
    'key', pair.draw_key, 'clientSeed', pair.client_seed, 'serverSeedHash', pair.server_seed_hash,
    'openedAt', ${iso('pair.created_at')}, 'revealedAt', ${iso('pair.revealed_at')},
    'serverSeed', CASE WHEN pair.revealed_at IS NOT NULL THEN pair.server_seed END,
    'proof', CASE WHEN pair.revealed_at IS NOT NULL THEN pair.proof END,
    'roundsBefore', coalesce(before.nonce + 1, 0), 'rounds', coalesce(until.nonce + 1, 0))::text AS line
  FROM reports.audit_pairs AS pair
  LEFT JOIN LATERAL (SELECT nonce FROM reports.audit_rounds
    WHERE seed_id = pair.id AND created_at < ${span.from} ORDER BY nonce DESC LIMIT 1) AS before ON true
  LEFT JOIN LATERAL (SELECT nonce FROM reports.audit_rounds
    WHERE seed_id = pair.id AND created_at < ${span.to} ORDER BY nonce DESC LIMIT 1) AS until ON true
  WHERE pair.id IN (${pairsOf(span)})
  ORDER BY 1, pair.game, pair.number`

const roundsQuery = (span: Span) => sql<Line>`
  SELECT round.owner COLLATE "C" AS owner, json_build_object('record', 'round', 'id', round.id, 'game', round.game,
    'pair', round.number, 'nonce', round.nonce, 'version', round.maths_version, 'mathsHash', round.maths_hash,
    'currency', round.currency, 'stake', round.stake, 'extraStake', round.extra_stake, 'choice', round.choice,
    'status', CASE WHEN round.state IN ('settled', 'cancelled') THEN round.state ELSE 'open' END,
    'refusal', round.refusal, 'outcome', CASE WHEN round.state = 'settled' THEN round.outcome END,
    'payout', CASE WHEN round.state = 'settled' THEN round.payout ELSE 0 END,
    'openedAt', ${iso('round.created_at')},
    'endedAt', CASE WHEN round.state IN ('settled', 'cancelled') THEN ${iso('round.updated_at')} END,
    'freeStake', coalesce(round.free_stake, 0), 'bonusStake', coalesce(round.bonus_stake, 0),
    'forfeited', coalesce(round.forfeited, 0),
    'firstMovement', round.first_movement_id, 'lastMovement', round.last_movement_id)::text AS line
  FROM reports.audit_rounds AS round WHERE round.id IN (${touched(span)})
  ORDER BY 1, round.game, round.number, round.nonce`

/** Entries of the player's accounts, and those that the operator paid in a round with free spins. */
const movementsOfOwn = ({ first, last, owner }: Span) => sql`
  SELECT entry.movement_id FROM ledger.entries AS entry JOIN reports.audit_accounts AS own ON own.id = entry.account_id
  WHERE own.player_id = ${owner}::uuid AND entry.balance_after IS NOT NULL
    AND entry.movement_id BETWEEN ${first}::bigint AND ${last}::bigint
  UNION SELECT movement.id FROM reports.audit_free_rounds AS round JOIN ledger.movements AS movement
    ON movement.id BETWEEN round.first_movement_id AND round.last_movement_id
      AND movement.reference_kind = 'round' AND movement.reference_id = round.id
  WHERE round.player_id = ${owner}::uuid`

const entriesQuery = (span: Span) => sql<Line>`
  SELECT owner COLLATE "C" AS owner, json_build_object('record', 'entry', 'movement', movement_id, 'ordinal', ordinal,
    'at', ${iso('created_at')}, 'kind', kind, 'currency', currency, 'part', part, 'amount', amount,
    'balance', balance_after, 'counterparty', counterparty, 'studio', studio, 'round', round)::text AS line
  FROM reports.audit_entries
  WHERE movement_id BETWEEN ${span.first}::bigint AND ${span.last}::bigint
    AND movement_of BETWEEN ${span.first}::bigint AND ${span.last}::bigint
    AND ${allOrOwn(span, 'owner')} ${span.owner === undefined ? sql`` : sql`AND movement_id IN (${movementsOfOwn(span)})`}
  ORDER BY 1, movement_id, ordinal`

/** A bet may have ended an hour before a report and still count in it. Claims are summed once for all players. */
const owedQuery = (span: Span) => sql<Line>`
  WITH reported AS MATERIALIZED (
    SELECT number, made_at, last_movement_id FROM reports.audit_reports WHERE made_at >= ${span.from} AND made_at < ${span.to}
  ), claimed AS MATERIALIZED (
    SELECT claim.player_id, claim.currency, reported.number, sum(claim.amount)::bigint AS amount
    FROM reports.audit_claims AS claim JOIN reported ON claim.since_movement <= reported.last_movement_id
      AND (claim.ended_at IS NULL OR claim.ended_at >= reported.made_at - interval '1 hour')
    WHERE ${allOrOwnId(span, 'claim.player_id')}
    GROUP BY 1, 2, 3
  )
  SELECT leaf.player_id::text COLLATE "C" AS owner, json_build_object('record', 'owed', 'report', leaf.report,
    'currency', leaf.currency, 'parts', json_agg(json_build_array(leaf.position, leaf.amount) ORDER BY leaf.part),
    'otherClaims', coalesce(max(claimed.amount), 0))::text AS line
  FROM reports.audit_leaves AS leaf JOIN reported ON reported.number = leaf.report
    LEFT JOIN claimed ON claimed.number = leaf.report AND claimed.player_id = leaf.player_id
      AND claimed.currency = leaf.currency
  WHERE ${allOrOwnId(span, 'leaf.player_id')}
  GROUP BY leaf.player_id, leaf.report, leaf.currency
  ORDER BY 1, leaf.report, leaf.currency`

/**
 * Of each jackpot, the numbers of the exported draws: those of the period and, if it was closed in the period, all from the
 * first one that counts for its shares.
 */
const drawsOf = ({ first, last }: Span) => sql`
  SELECT jackpot.*, coalesce((SELECT min(ticket.number) FROM reports.audit_tickets AS ticket
      WHERE ticket.jackpot_id = jackpot.id AND ticket.ended_by <= ${last}::bigint
        AND (ticket.ended_by >= ${first}::bigint OR jackpot.closed_by BETWEEN ${first}::bigint AND ${last}::bigint
          AND ticket.ended_at > jackpot.closed_at - make_interval(days => ${sharedDays}))), jackpot.latest + 1) AS earliest
  FROM (
    SELECT audited.*, (SELECT coalesce(max(number), 0) FROM reports.audit_tickets
      WHERE jackpot_id = audited.id AND ended_by <= ${last}::bigint) AS latest
    FROM reports.audit_jackpots AS audited WHERE opened_by <= ${last}::bigint
  ) AS jackpot`

/** Tickets that were bought, drawn or returned in the period, or open at its end, and those of the exported draws. */
const ticketsOf = (span: Span) => sql`
  SELECT ticket.*, ticket.ended_by <= ${span.last}::bigint AS is_over
  FROM reports.audit_tickets AS ticket JOIN (${drawsOf(span)}) AS jackpot ON jackpot.id = ticket.jackpot_id
  WHERE ${allOrOwnId(span, 'ticket.player_id')} AND ticket.movement_id <= ${span.last}::bigint
    AND (coalesce(ticket.ended_by, ${span.last}::bigint) >= ${span.first}::bigint OR ticket.number >= jackpot.earliest)`

const ticketsQuery = (span: Span) => sql<Line>`
  SELECT ticket.player_id::text COLLATE "C" AS owner, json_build_object('record', 'ticket', 'jackpot', ticket.jackpot_id,
    'pair', ticket.pair, 'studio', ticket.studio, 'game', ticket.game_id, 'round', ticket.round_id,
    'sideStake', ticket.side_stake, 'state', CASE WHEN ticket.is_over THEN ticket.state ELSE 'open' END,
    'number', CASE WHEN ticket.is_over THEN ticket.number END, 'nonce', CASE WHEN ticket.is_over THEN ticket.nonce END,
    'boughtBy', ticket.movement_id, 'endedBy', CASE WHEN ticket.is_over THEN ticket.ended_by END,
    'endedAt', CASE WHEN ticket.is_over THEN ${iso('ticket.ended_at')} END)::text AS line
  FROM (${ticketsOf(span)}) AS ticket ORDER BY 1, ticket.movement_id`

/** Seed pairs of a jackpot are like those of a game. All from the first one that is needed, so that none is missing. */
const ticketPairsQuery = (span: Span) => sql<Line>`
  WITH used AS MATERIALIZED (SELECT DISTINCT player_id, jackpot_id, pair_id FROM (${ticketsOf(span)}) AS ticket)
  SELECT pair.player_id::text COLLATE "C" AS owner, json_build_object('record', 'pair',
    'game', ${placeName('')}::text || pair.jackpot_id, 'number', pair.number, 'key', pair.draw_key,
    'clientSeed', pair.client_seed, 'serverSeedHash', pair.server_seed_hash, 'openedAt', ${iso('pair.opened_at')},
    'revealedAt', ${iso('pair.revealed_at')},
    'serverSeed', CASE WHEN pair.revealed_at IS NOT NULL THEN pair.server_seed END,
    'proof', CASE WHEN pair.revealed_at IS NOT NULL THEN pair.proof END,
    'roundsBefore', (SELECT coalesce(max(nonce) + 1, 0) FROM reports.audit_tickets
      WHERE pair_id = pair.id AND number < jackpot.earliest),
    'rounds', (SELECT coalesce(max(nonce) + 1, 0) FROM reports.audit_tickets
      WHERE pair_id = pair.id AND number <= jackpot.latest))::text AS line
  FROM reports.audit_ticket_pairs AS pair JOIN (${drawsOf(span)}) AS jackpot ON jackpot.id = pair.jackpot_id
  WHERE ${allOrOwnId(span, 'pair.player_id')} AND (pair.id IN (SELECT pair_id FROM used)
    OR pair.opened_at >= ${span.from} AND pair.opened_at < ${span.to}
    OR pair.revealed_at >= ${span.from} AND pair.revealed_at < ${span.to}
    OR pair.opened_at < ${span.to} AND pair.number > (SELECT min(other.number) FROM reports.audit_ticket_pairs AS other
      WHERE other.player_id = pair.player_id AND other.jackpot_id = pair.jackpot_id
        AND (other.id IN (SELECT pair_id FROM used) OR other.revealed_at >= ${span.from})))
  ORDER BY 1, pair.jackpot_id, pair.number`

/** Shares that were written or paid in the period, or are unpaid at its end. */
const sharesQuery = (span: Span) => sql<Line>`
  SELECT share.player_id::text COLLATE "C" AS owner, json_build_object('record', 'share', 'jackpot', share.jackpot_id,
    'staked', share.staked, 'amount', share.amount,
    'paidBy', CASE WHEN share.paid_by <= ${span.last}::bigint THEN share.paid_by END,
    'isForfeited', share.is_forfeited AND share.paid_by <= ${span.last}::bigint)::text AS line
  FROM reports.audit_shares AS share JOIN reports.audit_jackpots AS jackpot ON jackpot.id = share.jackpot_id
  WHERE ${allOrOwnId(span, 'share.player_id')} AND jackpot.closed_by <= ${span.last}::bigint
    AND (jackpot.closed_by >= ${span.first}::bigint OR share.paid_by >= ${span.first}::bigint
      OR share.amount > 0 AND share.paid_by IS NULL)
  ORDER BY 1, share.jackpot_id`

/** A closed account gets no share, so the auditor needs to know which ones are. */
const closedQuery = (span: Span) => sql<Line>`
  SELECT closed.player_id::text COLLATE "C" AS owner,
    json_build_object('record', 'closed', 'at', ${iso('closed.closed_at')})::text AS line
  FROM reports.audit_closed_players AS closed
  WHERE closed.player_id IN (SELECT player_id FROM (${ticketsOf(span)}) AS ticket)
  ORDER BY 1`

const playerQueries = [
  accountsQuery,
  closedQuery,
  pairsQuery,
  ticketPairsQuery,
  roundsQuery,
  ticketsQuery,
  sharesQuery,
  entriesQuery,
  owedQuery,
]

/** The lines of each player together: the pseudonym, then the records of each of these queries. */
export async function* playerLines(snapshot: Snapshot, span: Span): AsyncGenerator<string[]> {
  const cursors = playerQueries.map((query) => snapshot.rows(query(span)))
  const heads = []
  for (const cursor of cursors) heads.push(await cursor.next())
  for (;;) {
    const owners = heads.filter((head) => !head.done).map((head) => head.value.owner)
    if (owners.length === 0) return
    const owner = owners.reduce((least, other) => (other < least ? other : least))
    let lines = [JSON.stringify({ record: 'player', player: await aliasOf(owner) })]
    for (const [index, cursor] of cursors.entries()) {
      for (let head = heads[index]!; !head.done && head.value.owner === owner; head = heads[index]!) {
        lines.push(head.value.line)
        heads[index] = await cursor.next()
        if (lines.length === linesAtOnce) {
          yield lines
          lines = []
        }
      }
    }
    if (lines.length > 0) yield lines
  }
}
const linesAtOnce = 1_000
const leavesAtOnce = 1_024
const nodeBytes = 40

/** Of one player, each part of a balance with the nodes beside its way to the root. */
const leavesQuery = (span: Span) => sql<Line>`
  WITH node AS (
    SELECT leaf.*, level.level,
      substring(level.nodes FROM ((leaf.position >> level.level) # 1) * ${nodeBytes}::integer + 1 FOR ${nodeBytes}::integer) AS node
    FROM reports.audit_leaves AS leaf JOIN reports.audit_nodes AS level USING (report, currency)
      JOIN reports.audit_reports AS reported ON reported.number = leaf.report
    WHERE leaf.player_id = ${span.owner}::uuid AND reported.made_at >= ${span.from} AND reported.made_at < ${span.to}
  )
  SELECT player_id::text AS owner, json_build_object('record', 'leaf', 'report', report, 'currency', currency, 'part', part,
    'position', position, 'amount', amount, 'salt', encode(salt, 'hex'), 'path', json_agg(json_build_array(
      encode(substring(node FROM 1 FOR 32), 'hex'), ('x' || encode(substring(node FROM 33), 'hex'))::bit(64)::bigint)
      ORDER BY level))::text AS line
  FROM node GROUP BY player_id, report, currency, part, position, amount, salt
  ORDER BY report, currency, part`

/**
 * The lines of a player's own file: what they are, the records of the house that concern the player, those of the player,
 * and the number of lines, which shows that none is missing at the end.
 */
export async function* ownLines(
  snapshot: Snapshot,
  span: Span & { owner: string },
  madeAt: Date,
): AsyncGenerator<string> {
  let count = 0
  const written = (line: string): string => {
    count++
    return line
  }
  yield written(
    JSON.stringify({
      record: 'file',
      format: 'fairhouse-audit',
      version: 1,
      from: span.from,
      to: span.to,
      madeAt,
      firstMovement: Number(span.first),
      lastMovement: Number(span.last),
    }),
  )
  for await (const line of houseLines(snapshot, span)) yield written(line)
  yield written(JSON.stringify({ record: 'player', player: await aliasOf(span.owner), id: span.owner }))
  for (const query of [...playerQueries, leavesQuery])
    for await (const { line } of snapshot.rows(query(span))) yield written(line)
  yield JSON.stringify({ record: 'end', lines: count + 1 })
}

type Only = { line: string }

/** The pots of the row `jackpot` after its draw with this number. */
const potsAfter = (number: string) => sql`coalesce((
  SELECT array_agg(CASE WHEN ticket.won[place] > 0 THEN jackpot.seeds[place]
    ELSE ticket.pots[place] + jackpot.contributions[place] END ORDER BY place)
  FROM reports.audit_tickets AS ticket CROSS JOIN generate_series(1, cardinality(jackpot.seeds)) AS place
  WHERE ticket.jackpot_id = jackpot.id AND ticket.number = ${sql.raw(number)}), jackpot.seeds)`

/** The accounts of jackpots in the ledger, and every movement of them. */
const potQueries = ({ first, last }: Span) => [
  sql<Only>`SELECT json_build_object('record', 'pot', 'currency', currency, 'account', account,
      'opening', balance - coalesce(later, 0) - coalesce(during, 0), 'closing', balance - coalesce(later, 0))::text AS line
    FROM reports.audit_pots LEFT JOIN (
      SELECT currency, account, sum(amount) FILTER (WHERE movement_id > ${last}::bigint) AS later,
        sum(amount) FILTER (WHERE movement_id <= ${last}::bigint) AS during
      FROM reports.audit_pot_entries WHERE movement_id >= ${first}::bigint AND movement_of >= ${first}::bigint
      GROUP BY 1, 2
    ) AS moved USING (currency, account) ORDER BY currency, account`,
  sql<Only>`SELECT json_build_object('record', 'pot-move', 'movement', movement_id, 'at', ${iso('created_at')},
      'kind', kind, 'currency', currency, 'amounts', json_object_agg(account, amount ORDER BY account),
      'players', coalesce(sum(players), 0))::text AS line
    FROM (
      SELECT movement_id, created_at, kind, currency, account, sum(amount) AS amount,
        -sum(amount) FILTER (WHERE is_with_player) AS players
      FROM reports.audit_pot_entries WHERE movement_id BETWEEN ${first}::bigint AND ${last}::bigint
        AND movement_of BETWEEN ${first}::bigint AND ${last}::bigint
      GROUP BY 1, 2, 3, 4, 5
    ) AS moved GROUP BY movement_id, created_at, kind, currency ORDER BY movement_id`,
]

/**
 * What does not belong to a player: keys, maths, chains and rounds that are shared, jackpots and their money, and reports
 * of liabilities. For one player only the maths, rounds and draws of their bets, and neither trees nor the money of jackpots.
 */
export async function* houseLines(snapshot: Snapshot, span: Span): AsyncGenerator<string> {
  const { from, to } = span
  // A server's clock and the database's differ a little, so a pair of the period may have the first key of the next one.
  const keys = sql`SELECT id, n, e, used_from FROM reports.audit_keys
    WHERE used_from < ${to} OR id IN (SELECT draw_key FROM reports.audit_pairs WHERE id IN (${pairsOf(span)}))
      OR id IN (SELECT draw_key FROM reports.audit_ticket_pairs WHERE opened_at < ${to} AND ${allOrOwnId(span, 'player_id')})`
  const queries = [
    sql<Only>`SELECT json_build_object('record', 'key', 'id', id, 'n', n, 'e', e, 'usedFrom', ${iso('used_from')})::text AS line
      FROM (${keys}) AS key ORDER BY used_from`,
    sql<Only>`SELECT json_build_object('record', 'maths', 'game', game, 'version', maths_version, 'hash', maths_hash,
        'rounds', count(*))::text AS line
      FROM reports.audit_rounds WHERE id IN (${touched(span)}) GROUP BY game, maths_version, maths_hash ORDER BY 1`,
    sql<Only>`SELECT json_build_object('record', 'chain', 'id', id, 'game', game, 'length', length, 'lastHash', last_hash,
        'event', event, 'salt', salt, 'saltSource', salt_source, 'isDemo', is_demo, 'createdAt', ${iso('created_at')},
        'saltedAt', ${iso('salted_at')})::text AS line
      FROM reports.audit_chains ORDER BY id`,
    sql<Only>`SELECT json_build_object('record', 'beacon', 'chainHash', chain_hash, 'name', name, 'publicKey', public_key,
        'periodSeconds', period_seconds, 'genesis', genesis, 'groupHash', group_hash, 'isDemo', is_demo)::text AS line
      FROM reports.audit_beacons ORDER BY 1`,
    sql<Only>`SELECT json_build_object('record', 'shared', 'game', game, 'number', number, 'chain', chain_id,
        'place', place, 'hash', hash, 'point', point, 'betsUntil', ${iso('bets_until')},
        'beaconChain', beacon_chain, 'closedAt', ${iso('closed_at')}, 'beaconRound', beacon_round,
        'beaconSignature', beacon_signature, 'startedAt', ${iso('started_at')},
        'endedAt', ${iso('ended_at')}, 'isInterrupted', is_interrupted, 'version', maths_version)::text AS line
      FROM reports.audit_shared_rounds AS shared
      WHERE (game, number) IN (
        SELECT game, number FROM reports.audit_shared_rounds
        WHERE ended_at >= ${from} AND ended_at < ${to} AND ${span.owner === undefined}
        UNION SELECT game, (choice ->> 'round')::bigint FROM reports.audit_rounds
        WHERE id IN (${touched(span)}) AND choice ? 'round')
      ORDER BY game, shared.number`,
    // The state of a jackpot before the first and after the last exported draw.
    sql<Only>`SELECT json_build_object('record', 'jackpot', 'id', jackpot.id, 'currency', jackpot.currency,
        'sideStake', jackpot.side_stake, 'contributions', jackpot.contributions, 'seeds', jackpot.seeds,
        'caps', jackpot.caps, 'openedAt', ${iso('jackpot.opened_at')}, 'openedBy', jackpot.opened_by,
        'closedAt', CASE WHEN jackpot.closed_by <= ${span.last}::bigint THEN ${iso('jackpot.closed_at')} END,
        'closedBy', CASE WHEN jackpot.closed_by <= ${span.last}::bigint THEN jackpot.closed_by END,
        'drawsBefore', jackpot.earliest - 1, 'potsBefore', ${potsAfter('jackpot.earliest - 1')},
        'draws', jackpot.latest, 'pots', ${potsAfter('jackpot.latest')},
        'sharedStakes', CASE WHEN jackpot.closed_by <= ${span.last}::bigint THEN (
          SELECT coalesce(sum(staked), 0) FROM reports.audit_shares WHERE jackpot_id = jackpot.id) END)::text AS line
      FROM (${drawsOf(span)}) AS jackpot ORDER BY jackpot.opened_by`,
    sql<Only>`SELECT json_build_object('record', 'draw', 'jackpot', ticket.jackpot_id, 'number', ticket.number,
        'movement', ticket.ended_by, 'at', ${iso('ticket.ended_at')}, 'pots', ticket.pots, 'drawn', ticket.drawn,
        'won', ticket.won)::text AS line
      FROM reports.audit_tickets AS ticket JOIN (${drawsOf(span)}) AS jackpot ON jackpot.id = ticket.jackpot_id
      WHERE ticket.number BETWEEN jackpot.earliest AND jackpot.latest AND ${allOrOwnId(span, 'ticket.player_id')}
      ORDER BY ticket.jackpot_id, ticket.number`,
    ...(span.owner === undefined ? potQueries(span) : []),
    sql<Only>`SELECT json_build_object('record', 'report', 'number', number, 'id', id, 'madeAt', ${iso('made_at')},
        'lastMovement', last_movement_id, 'lastMovementAt', (SELECT ${iso('coalesce(max(created_at), made_at)')}
          FROM ledger.movements WHERE id = last_movement_id), 'statement', statement, 'publicKey', public_key, 'signature', signature)::text AS line
      FROM reports.audit_reports WHERE made_at < ${to} OR made_at <= (SELECT max(used_from) FROM (${keys}) AS key)
      ORDER BY number`,
    sql<Only>`SELECT json_build_object('record', 'leaves', 'report', report, 'currency', currency, 'from', place,
        'nodes', encode(substring(nodes FROM place * ${nodeBytes} + 1 FOR ${leavesAtOnce * nodeBytes}), 'hex'))::text AS line
      FROM reports.audit_nodes JOIN reports.audit_reports ON number = report
        CROSS JOIN LATERAL generate_series(0, length(nodes) / ${nodeBytes} - 1, ${leavesAtOnce}) AS place
      WHERE made_at >= ${from} AND made_at < ${to} AND level = 0 AND ${span.owner === undefined}
      ORDER BY report, currency, place`,
  ]
  for (const query of queries) for await (const { line } of snapshot.rows(query)) yield line
}
