import type { Deps } from '../../deps.ts'

/** What other modules may show of a player in public once they have masked it; null where none was chosen. */
export async function readNickname({ db }: Pick<Deps, 'db'>, playerId: string): Promise<string | null> {
  const row = await db.kysely
    .selectFrom('identity.players')
    .select('nickname')
    .where('id', '=', playerId)
    .executeTakeFirst()
  return row?.nickname ?? null
}
