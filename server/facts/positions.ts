/** How far a consumer has come, for code whose effects depend on what it has counted. */
import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'

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

/** Whether it has counted everything up to a moment, except for what is being committed. */
export async function hasCountedUpTo(tx: Tx, consumer: string, moment: Date): Promise<boolean> {
  const { rows } = await sql<{ hasCounted: boolean }>`
    SELECT NOT EXISTS (SELECT FROM ledger.movements WHERE id > coalesce(movements_passed, 0) AND created_at <= ${moment})
      AND NOT EXISTS (SELECT FROM facts.facts WHERE id > coalesce(facts_passed, 0) AND at <= ${moment}) AS "hasCounted"
    FROM facts.consumers WHERE name = ${consumer}`.execute(tx)
  return rows[0]?.hasCounted ?? false
}
