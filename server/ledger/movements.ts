/** The movements of one payment, round or bet, for operators. */
import { type Kysely, sql } from 'kysely'
import type { LedgerEntry } from '#contract/wallet.ts'
import type { Tables } from '../kernel/db/tables.ts'

type Reference = {
  kind: LedgerEntry['reference']['kind']
  id: string
  /** Of a round: the first and the last of its movements, because their references have no index. */
  span?: { first: bigint; last: bigint }
}
export type ShownMovement = {
  kind: string
  at: Date
  actor: string
  key: string
  /** The key of the bet that it undoes. */
  undoes: string | null
  from: string
  to: string
  amount: bigint
  currency: string
}

/** Oldest first, one row for each transfer; a movement that moved nothing has none. */
export async function readMovements(db: Kysely<Tables>, { kind, id, span }: Reference): Promise<ShownMovement[]> {
  const within = span
    ? sql`movement.id BETWEEN ${span.first} AND ${span.last} AND movement.reference_kind = ${sql.lit(kind)}`
    : sql`movement.reference_kind = ${sql.lit(kind)}`
  const { rows } = await sql<ShownMovement>`
    SELECT movement.kind, movement.created_at AS at, movement.actor, movement.idempotency_key AS key,
      (SELECT bet_key FROM ledger.rollbacks WHERE movement_id = movement.id) AS undoes,
      source.address AS from, target.address AS to, -entry.amount AS amount, source.currency
    FROM ledger.movements AS movement
    JOIN ledger.entries AS entry ON entry.movement_id = movement.id AND entry.amount < 0
    JOIN ledger.accounts AS source ON source.id = entry.account_id
    JOIN ledger.accounts AS target ON target.id = entry.counterparty_id
    WHERE ${within} AND movement.reference_id = ${id}
    ORDER BY movement.id, entry.ordinal`.execute(db)
  return rows
}
