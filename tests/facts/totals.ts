/** A consumer that adds up every bet and every fact of a kind, and the recount that its sums must equal. */
import { sql } from 'kysely'
import { z } from 'zod'
import { consumer, movements } from '#server/kernel/facts/consumer.ts'
import { fact, FactAmount } from '#server/kernel/facts/fact.ts'
import type { TestDatabase } from '#tests/setup/database.ts'

export const counted = fact('counted', { subject: 'test', data: z.object({ amount: FactAmount }) })

export const createTotals = `
  CREATE TABLE facts.test_totals (source text, player_id uuid, amount numeric NOT NULL, count int NOT NULL, PRIMARY KEY (source, player_id));
  GRANT ALL ON facts.test_totals TO fairhouse_app`

export const totals = consumer<object>('totals', {
  follows: [counted, movements],
  batchSize: 500,
  async apply(tx, { facts, movements: play }) {
    const added = facts
      ? sql`SELECT 'facts', player_id, sum((data->>'amount')::numeric), count(*) FROM facts.facts
          WHERE id > ${facts.after} AND id <= ${facts.upTo} AND kind = ${counted.kind} GROUP BY player_id`
      : betsWithin(play!)
    await sql`INSERT INTO facts.test_totals AS total (source, player_id, amount, count) ${added}
      ON CONFLICT (source, player_id) DO UPDATE SET amount = total.amount + excluded.amount, count = total.count + excluded.count`.execute(
      tx,
    )
  },
})

const betsWithin = ({ after, upTo }: { after: bigint; upTo: bigint }) => sql`
  SELECT 'movements', account.player_id, sum(-entry.amount), count(*)
  FROM ledger.movements AS movement
  JOIN ledger.entries AS entry ON entry.movement_id = movement.id
  JOIN ledger.accounts AS account ON account.id = entry.account_id
  WHERE movement.id > ${after} AND movement.id <= ${upTo} AND movement.kind = 'bet' AND entry.amount < 0
  GROUP BY account.player_id`

/** Whatever differs between the sums and a recount of everything; empty when each fact counted once. */
export async function differences(db: TestDatabase): Promise<unknown[]> {
  const { rows } = await db.asOwner(`
    WITH recount AS (
      SELECT 'facts' AS source, player_id, sum((data->>'amount')::numeric) AS amount, count(*)::int AS count FROM facts.facts WHERE kind = 'counted' GROUP BY 2
      UNION ALL
      SELECT 'movements', account.player_id, sum(-entry.amount), count(*)::int
      FROM ledger.movements AS movement JOIN ledger.entries AS entry ON entry.movement_id = movement.id
      JOIN ledger.accounts AS account ON account.id = entry.account_id
      WHERE movement.kind = 'bet' AND entry.amount < 0 GROUP BY 2
    )
    (SELECT * FROM recount EXCEPT SELECT * FROM facts.test_totals) UNION ALL (SELECT * FROM facts.test_totals EXCEPT SELECT * FROM recount)`)
  return rows
}
