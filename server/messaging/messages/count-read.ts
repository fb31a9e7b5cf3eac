import type { Kysely } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'

/** How many messages of a campaign players still have, and how many of them they have read. */
export async function countRead(db: Kysely<Tables>, identity: string): Promise<{ held: number; read: number }> {
  const { held, read } = await db
    .selectFrom('messages.messages')
    .select(({ fn }) => [
      fn.countAll<bigint>().as('held'),
      fn.countAll<bigint>().filterWhere('read_at', 'is not', null).as('read'),
    ])
    .where('key', '=', `campaign.${identity}`)
    .where('key', 'like', 'campaign.%')
    .executeTakeFirstOrThrow()
  return { held: Number(held), read: Number(read) }
}
