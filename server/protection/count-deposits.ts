/** The number of a player's credited deposits, in any currency. */
import type { Kysely } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'

export async function countCredited(db: Kysely<Tables>, playerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('limits.deposits')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('player_id', '=', playerId)
    .where('is_credited', '=', true)
    .executeTakeFirstOrThrow()
  return Number(count)
}
