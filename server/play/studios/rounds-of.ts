/** What outside studios said about a round beside its movements. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'

type Round = { studio: string; id: string }

/** When a round that was closed with a losing bet is settled; null for any other. */
export async function readClosing(db: Kysely<Tables>, { studio, id }: Round): Promise<Date | null> {
  const row = await db
    .selectFrom('studios.closing_rounds')
    .select('close_at')
    .where('studio', '=', studio)
    .where('round_id', '=', id)
    .executeTakeFirst()
  return row?.close_at ?? null
}

/** Refunds of bets that were paid already, oldest first. */
export async function listLateRollbacks(
  db: Kysely<Tables>,
  { studio, id }: Round,
): Promise<Array<{ key: string; undoes: string; at: Date }>> {
  const { rows } = await sql<{ key: string; undoes: string; at: Date }>`
    SELECT transaction_id AS key, bet_transaction_id AS undoes, at FROM studios.late_rollbacks
    WHERE studio = ${studio} AND round_id = ${id} ORDER BY at`.execute(db)
  return rows
}
