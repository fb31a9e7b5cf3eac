/**
 * What partners credited in fractions of a subunit: the credit is booked rounded down, and the rest is noted beside its
 * movement.
 */
import { type Kysely, sql } from 'kysely'
import type { Clock } from '../deps.ts'
import type { Tables } from '../kernel/db/tables.ts'

export type Remainder = {
  /** Those of the credit's movement. */
  actor: string
  idempotencyKey: string
  currency: string
  /** Of a subunit, as decimal text; null for none. */
  remainder: string | null
}

/** Once for each movement. */
export async function noteRemainder(
  { clock }: { clock: Clock },
  db: Kysely<Tables>,
  { actor, idempotencyKey, currency, remainder }: Remainder,
): Promise<void> {
  if (remainder === null) return
  await db
    .insertInto('ledger.remainders')
    .values({ actor, idempotency_key: idempotencyKey, currency, amount: remainder, noted_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const shown = 500

/** The newest of a period, and the sums by partner and currency of all of them. */
export async function listRemainders(
  { kysely }: { kysely: Kysely<Tables> },
  { from, to }: { from?: Date | undefined; to?: Date | undefined },
) {
  const during = kysely
    .selectFrom('ledger.remainders')
    .where('noted_at', '>=', from ?? new Date(0))
    .$if(to !== undefined, (query) => query.where('noted_at', '<', to!))
  const [notes, sums] = await Promise.all([
    during
      .select([
        'actor',
        'idempotency_key as idempotencyKey',
        'currency',
        sql<string>`amount::text`.as('amount'),
        'noted_at as notedAt',
      ])
      .orderBy('noted_at', 'desc')
      .limit(shown)
      .execute(),
    during
      .select(({ fn }) => [
        'actor',
        'currency',
        fn.countAll<bigint>().as('count'),
        sql<string>`sum(amount)::text`.as('amount'),
      ])
      .groupBy(['actor', 'currency'])
      .orderBy('actor')
      .orderBy('currency')
      .execute(),
  ])
  return { notes, sums }
}
