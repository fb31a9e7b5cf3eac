/** Flagged households for operators. */
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import { type QueueFigures, readFigures } from '../../kernel/queues.ts'

export type FlagRow = Selectable<Tables['bonuses.household_flags']>

export const householdFigures = (kysely: Kysely<Tables>): Promise<QueueFigures> =>
  readFigures(kysely, {
    waiting: sql`SELECT id::text, flagged_at AS since FROM bonuses.household_flags WHERE decision IS NULL`,
    decided: sql`SELECT flagged_at AS since, decided_at FROM bonuses.household_flags
      WHERE decided_at IS NOT NULL ORDER BY decided_at DESC LIMIT 50`,
  })

/** The oldest first. */
export async function listFlags(
  { kysely }: { kysely: Kysely<Tables> },
  {
    state,
    after,
    limit,
  }: { state: 'open' | 'decided'; after?: readonly [flaggedAt: string, id: string] | null; limit: number },
): Promise<FlagRow[]> {
  return kysely
    .selectFrom('bonuses.household_flags')
    .selectAll()
    .where('decision', state === 'open' ? 'is' : 'is not', null)
    .$if(Boolean(after), (query) =>
      query.where((eb) => eb(eb.refTuple('flagged_at', 'id'), '>', eb.tuple(new Date(after![0]), after![1]))),
    )
    .orderBy('flagged_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}
