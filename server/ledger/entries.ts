/** The player's own ledger: every change to one of their accounts, newest first, with the balance before and after. */
import { type Kysely, sql } from 'kysely'
import { toWire } from '#contract/money.ts'
import type { LedgerEntry } from '#contract/wallet.ts'
import type { Tables } from '../kernel/db/tables.ts'
import { buckets } from './address.ts'

export type EntriesQuery = {
  playerId: string
  currency?: string | undefined
  /** The invoice, round or other subject of the movements. */
  referenceId?: string | undefined
  /** The start of the period (included) and its end (excluded). */
  from?: string | undefined
  to?: string | undefined
  perPage: number
  /** `id` of the last entry of the previous page. */
  before?: string | undefined
}
export type EntriesPage = { data: LedgerEntry[]; next: string | null }

type Row = {
  movement_id: bigint
  ordinal: number
  bucket: number
  currency: string
  amount: bigint
  balance_after: bigint
  counterparty: string
  kind: string
  reference_kind: LedgerEntry['reference']['kind']
  reference_id: string
  reference_label: string | null
  /** Of a round. */
  game_id: string | null
  studio: string | null
  created_at: Date
}
/** Movements of one reference are between two ids; without a reference there are no bounds. */
type Span = { first: bigint; last: bigint }

/** An entry's id is its movement's id times this, plus its position in the movement. */
const places = 100n
const highest: Span = { first: 0n, last: 9_000_000_000_000_000n }

/** What is known of rounds outside the ledger; without it, a round has the name that its movement noted. */
export type RoundTexts = {
  /** A game's name in the reader's language. */
  nameOf(gameId: string): string | undefined
  /** The address at which a round is recalculated; null if its studio commits to no seeds. */
  verifyUrlOf(studio: string, roundId: string): string | null
}
const nothingKnown: RoundTexts = { nameOf: () => undefined, verifyUrlOf: () => null }

export async function listEntries(
  db: Kysely<Tables>,
  query: EntriesQuery,
  rounds: RoundTexts = nothingKnown,
): Promise<EntriesPage> {
  const span = query.referenceId === undefined ? highest : await spanOf(db, query.playerId, query.referenceId)
  if (!span) return { data: [], next: null }
  const rows = await read(db, query, span)
  const data = rows.slice(0, query.perPage).map((row) => present(row, rounds))
  return { data, next: rows.length > query.perPage ? data.at(-1)!.id : null }
}

async function spanOf(db: Kysely<Tables>, playerId: string, referenceId: string): Promise<Span | null> {
  const { rows } = await sql<{ first: bigint | null; last: bigint | null }>`
    SELECT min(first_movement_id) AS first, max(last_movement_id) AS last FROM (
      SELECT first_movement_id, last_movement_id FROM games.rounds WHERE id = ${referenceId} AND player_id = ${playerId}
      UNION ALL
      SELECT id, id FROM ledger.movements WHERE reference_id = ${referenceId} AND reference_kind <> 'round'
    ) AS found`.execute(db)
  const { first, last } = rows[0]!
  return first === null || last === null ? null : { first, last }
}

/**
 * Reads one page from each of the player's accounts by its index, then keeps the newest overall. Counterparties are
 * looked up one by one: a join would read all house accounts for each page.
 */
async function read(
  db: Kysely<Tables>,
  { playerId, currency, referenceId, from, to, perPage, before }: EntriesQuery,
  span: Span,
): Promise<Row[]> {
  const position = before === undefined ? highest.last * places : BigInt(before)
  const { rows } = await sql<Row>`
    SELECT entry.*, bucket, wallet.currency, (SELECT address FROM ledger.accounts WHERE id = entry.counterparty_id) AS counterparty,
      round.game_id, round.studio
    FROM wallet.accounts AS wallet CROSS JOIN generate_series(0, 3) AS bucket
    CROSS JOIN LATERAL (
      SELECT own.movement_id, own.ordinal, own.amount, own.balance_after, own.counterparty_id,
        movement.kind, movement.reference_kind, movement.reference_id, movement.reference_label, movement.created_at
      FROM ledger.entries AS own JOIN ledger.movements AS movement ON movement.id = own.movement_id
      WHERE own.account_id = wallet.first_account_id + bucket AND own.balance_after IS NOT NULL
        AND (own.movement_id, own.ordinal) < (${position / places}::bigint, ${Number(position % places)}::smallint)
        AND own.movement_id BETWEEN ${span.first} AND ${span.last}
        AND (${referenceId ?? null}::text IS NULL OR movement.reference_id = ${referenceId ?? null})
        AND movement.created_at >= ${from ?? '-infinity'}::timestamptz AND movement.created_at < ${to ?? 'infinity'}::timestamptz
      ORDER BY own.movement_id DESC, own.ordinal DESC LIMIT ${perPage + 1}
    ) AS entry
    LEFT JOIN LATERAL (
      SELECT game_id, studio FROM games.rounds
      WHERE entry.reference_kind IN ('round', 'jackpot') AND id = entry.reference_id AND player_id = ${playerId} LIMIT 1
    ) AS round ON true
    WHERE wallet.player_id = ${playerId} AND (${currency ?? null}::text IS NULL OR wallet.currency = ${currency ?? null})
    ORDER BY entry.movement_id DESC, entry.ordinal DESC LIMIT ${perPage + 1}`.execute(db)
  return rows
}

function present(row: Row, { nameOf, verifyUrlOf }: RoundTexts): LedgerEntry {
  const game = row.game_id === null ? undefined : nameOf(row.game_id)
  return {
    id: String(row.movement_id * places + BigInt(row.ordinal)),
    movementId: String(row.movement_id),
    at: row.created_at.toISOString(),
    kind: row.kind,
    account: buckets[row.bucket]!,
    currency: row.currency,
    amount: toWire(row.amount),
    before: toWire(row.balance_after - row.amount),
    after: toWire(row.balance_after),
    counterparty: row.counterparty,
    reference: {
      kind: row.reference_kind,
      id: row.reference_id,
      label: game ?? row.reference_label,
      verifyUrl: row.studio === null ? null : verifyUrlOf(row.studio, row.reference_id),
    },
  }
}
