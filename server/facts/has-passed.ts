/** Whether a consumer has applied everything up to a moment: for what may be settled only once it is complete. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** False also for an unknown consumer. Call it some minutes after the moment, when no transaction of then is open. */
export async function hasPassedMovementsOf(db: Kysely<Tables>, consumer: string, moment: Date): Promise<boolean> {
  const { rows } = await sql<{ passed: boolean }>`
    SELECT NOT EXISTS (SELECT FROM ledger.movements WHERE id > consumer.movements_passed AND created_at < ${moment}) AS passed
    FROM facts.consumers AS consumer WHERE consumer.name = ${consumer} AND consumer.failed_at IS NULL`.execute(db)
  return rows[0]?.passed ?? false
}
