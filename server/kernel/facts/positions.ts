/** How far a consumer has come, for code whose effects depend on what it has counted. */
import { type Kysely, sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import type { Tables } from '../db/tables.ts'

/**
 * Up to where it has counted. No batch is applied until the transaction ends, so everything that the transaction starts
 * comes after these ids.
 */
export async function lockPositions(tx: Tx, consumer: string): Promise<{ facts: bigint; movements: bigint }> {
  const row = await tx
    .selectFrom('facts.consumers')
    .select(['facts_passed', 'movements_passed'])
    .where('name', '=', consumer)
    .forShare()
    .executeTakeFirst()
  return { facts: row?.facts_passed ?? 0n, movements: row?.movements_passed ?? 0n }
}

/**
 * Whether it has counted everything of its sources up to a moment; false for an unknown consumer. Ask some time after
 * the moment: what is being committed is not seen.
 */
export async function hasCountedUpTo(db: Kysely<Tables>, consumer: string, moment: Date): Promise<boolean> {
  const { rows } = await sql<{ hasCounted: boolean }>`
    SELECT (movements_passed IS NULL OR NOT EXISTS (SELECT FROM ledger.movements WHERE id > movements_passed AND created_at <= ${moment}))
      AND (facts_passed IS NULL OR NOT EXISTS (SELECT FROM facts.facts WHERE id > facts_passed AND at <= ${moment})) AS "hasCounted"
    FROM facts.consumers WHERE name = ${consumer}`.execute(db)
  return rows[0]?.hasCounted ?? false
}

/** When the first movement was booked that a consumer has not counted; null if it has counted all. */
export async function uncountedSince(db: Kysely<Tables>, consumer: string): Promise<Date | null> {
  const { rows } = await sql<{ since: Date }>`
    SELECT created_at AS since FROM ledger.movements
    WHERE id > coalesce((SELECT movements_passed FROM facts.consumers WHERE name = ${consumer}), 0)
    ORDER BY id LIMIT 1`.execute(db)
  return rows[0]?.since ?? null
}
