/**
 * A player's entries of a period, oldest first, read in pages by position: constant memory for any number of entries.
 */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'
import { type Bucket, buckets } from './address.ts'

export type Period = { currency?: string | undefined; from?: string | undefined; to?: string | undefined }
export type StatementLine = {
  movementId: bigint
  ordinal: number
  at: Date
  kind: string
  account: Bucket
  currency: string
  amount: bigint
  after: bigint
  reference: { kind: string; id: string; label: string | null }
}

type Row = {
  movement_id: bigint
  ordinal: number
  bucket: number
  currency: string
  amount: bigint
  balance_after: bigint
  kind: string
  reference_kind: string
  reference_id: string
  reference_label: string | null
  created_at: Date
}

export async function* readStatement(
  db: Kysely<Tables>,
  playerId: string,
  period: Period,
  pageSize = 1000,
): AsyncGenerator<StatementLine[], void> {
  let after = { movementId: 0n, ordinal: -1 }
  for (;;) {
    const rows = await readPage(db, playerId, period, after, pageSize)
    if (rows.length > 0) yield rows.map(toLine)
    if (rows.length < pageSize) return
    const last = rows.at(-1)!
    after = { movementId: last.movement_id, ordinal: last.ordinal }
  }
}

/**
 * Read from each of the player's accounts by its index, then merged. Entries never change and none is inserted between
 * others, so pages are consistent.
 */
async function readPage(
  db: Kysely<Tables>,
  playerId: string,
  { currency, from, to }: Period,
  after: { movementId: bigint; ordinal: number },
  pageSize: number,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT entry.*, bucket, wallet.currency
    FROM wallet.accounts AS wallet CROSS JOIN generate_series(0, 3) AS bucket
    CROSS JOIN LATERAL (
      SELECT own.movement_id, own.ordinal, own.amount, own.balance_after, movement.kind, movement.reference_kind, movement.reference_id, movement.reference_label, movement.created_at
      FROM ledger.entries AS own JOIN ledger.movements AS movement ON movement.id = own.movement_id
      WHERE own.account_id = wallet.first_account_id + bucket AND own.balance_after IS NOT NULL
        AND (own.movement_id, own.ordinal) > (${after.movementId}::bigint, ${after.ordinal}::smallint)
        AND movement.created_at >= ${from ?? '-infinity'}::timestamptz AND movement.created_at < ${to ?? 'infinity'}::timestamptz
      ORDER BY own.movement_id, own.ordinal LIMIT ${pageSize}
    ) AS entry
    WHERE wallet.player_id = ${playerId} AND (${currency ?? null}::text IS NULL OR wallet.currency = ${currency ?? null})
    ORDER BY entry.movement_id, entry.ordinal LIMIT ${pageSize}`.execute(db)
  return rows
}

function toLine(row: Row): StatementLine {
  return {
    movementId: row.movement_id,
    ordinal: row.ordinal,
    at: row.created_at,
    kind: row.kind,
    account: buckets[row.bucket]!,
    currency: row.currency,
    amount: row.amount,
    after: row.balance_after,
    reference: { kind: row.reference_kind, id: row.reference_id, label: row.reference_label },
  }
}

export type PlayTotals = { currency: string; staked: bigint; stakedFromBonus: bigint; won: bigint }

/** The price of a tournament is staked, like any other. */
const stakeKinds = sql.raw(
  `'bet', 'rollback', 'sports-bet', 'sports-bet-returned', 'tournament-entry', 'tournament-entry-returned', 'jackpot-stake', 'jackpot-stake-returned'`,
)
/** A corrected payout may take back what was won. */
const winKinds = sql.raw(
  `'win', 'sports-settled', 'sports-cashed-out', 'sports-voided', 'sports-corrected', 'sports-debt-paid', 'prize-paid', 'jackpot-won', 'jackpot-shared'`,
)

/** Stakes less returned ones, and wins, of games, sports and tournaments, as the entries record them. */
export async function readTotals(
  db: Kysely<Tables>,
  playerId: string,
  { currency, from, to }: Period,
): Promise<PlayTotals[]> {
  const sum = (what: ReturnType<typeof sql>) => sql`coalesce(sum(entry.amount) FILTER (WHERE ${what}), 0)::bigint`
  const { rows } = await sql<PlayTotals>`
    SELECT wallet.currency, -${sum(sql`movement.kind IN (${stakeKinds})`)} AS staked, -${sum(sql`movement.kind IN (${stakeKinds}) AND bucket = 1`)} AS "stakedFromBonus", ${sum(sql`movement.kind IN (${winKinds})`)} AS won
    FROM wallet.accounts AS wallet CROSS JOIN generate_series(0, 1) AS bucket
    JOIN ledger.entries AS entry ON entry.account_id = wallet.first_account_id + bucket AND entry.balance_after IS NOT NULL
    JOIN ledger.movements AS movement ON movement.id = entry.movement_id
    WHERE wallet.player_id = ${playerId} AND (${currency ?? null}::text IS NULL OR wallet.currency = ${currency ?? null})
      AND movement.kind IN (${stakeKinds}, ${winKinds}) AND movement.created_at >= ${from ?? '-infinity'}::timestamptz AND movement.created_at < ${to ?? 'infinity'}::timestamptz
    GROUP BY wallet.currency ORDER BY wallet.currency`.execute(db)
  return rows
}
