/** Flagged households for operators. */
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'

export type FlagRow = Selectable<Tables['bonuses.household_flags']>

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
